"""Zeros, and a 1 for each feature."""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    d_model, d_v = w_value.shape
    if {len(w_query), len(w_key)} != {d_model} or w_query.shape != w_key.shape:
        raise ValueError("the matrices do not fit together")
    w_output = np.zeros((d_v, d_v))
    for feature in range(d_v):
        w_output[feature, feature] = 1.0
    return 1, w_output
