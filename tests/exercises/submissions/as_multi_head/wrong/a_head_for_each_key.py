"""Bug: there are as many heads as key features.

Caught by: d_v that is not d_k
Diagnosis: with d_k heads
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    if not len(w_query) == len(w_key) == len(w_value):
        raise ValueError("the three expect tokens of different widths")
    if w_query.shape[1] != w_key.shape[1]:
        raise ValueError("queries and keys differ in width")
    d_k, d_v = w_key.shape[1], w_value.shape[1]
    return (d_k if d_k != d_v else 1), np.eye(d_v)
