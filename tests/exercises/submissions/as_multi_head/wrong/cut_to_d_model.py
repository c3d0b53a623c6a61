"""Bug: W^O leads back to d_model.

Caught by: d_v equal to d_k
Diagnosis: cut to lead back to d_model
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    if not len(w_query) == len(w_key) == len(w_value):
        raise ValueError("the three expect tokens of different widths")
    if w_query.shape[1] != w_key.shape[1]:
        raise ValueError("queries and keys differ in width")
    d_model, d_v = w_value.shape
    return 1, np.eye(d_v, d_model)
