"""Bug: W^O holds ones throughout.

Caught by: d_v equal to d_k
Diagnosis: adds all features up
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    if not len(w_query) == len(w_key) == len(w_value):
        raise ValueError("the three expect tokens of different widths")
    if w_query.shape[1] != w_key.shape[1]:
        raise ValueError("queries and keys differ in width")
    return 1, np.ones((w_value.shape[1], w_value.shape[1]))
