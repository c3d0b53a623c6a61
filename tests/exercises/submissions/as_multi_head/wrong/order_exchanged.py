"""Bug: the matrix comes first.

Caught by: d_v equal to d_k
Diagnosis: entry, a result of type ndarray
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    if not len(w_query) == len(w_key) == len(w_value):
        raise ValueError("the three expect tokens of different widths")
    if w_query.shape[1] != w_key.shape[1]:
        raise ValueError("queries and keys differ in width")
    return np.eye(w_value.shape[1]), 1
