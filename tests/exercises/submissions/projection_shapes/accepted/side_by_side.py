"""Empty matrices of single heads, joined."""

import numpy as np


def projection_shapes(n_heads, d_k, d_v, d_model):
    key = np.concatenate([np.empty((d_model, d_k))] * n_heads, axis=1)
    value = np.concatenate([np.empty((d_model, d_v))] * n_heads, axis=1)
    output = np.concatenate([np.empty((d_v, d_model))] * n_heads, axis=0)
    return key.shape, key.shape, value.shape, output.shape
