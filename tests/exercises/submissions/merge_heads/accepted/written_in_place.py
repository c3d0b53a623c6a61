"""A new table, filled head by head."""

import numpy as np


def merge_heads(heads):
    if len(heads.shape) < 3:
        raise ValueError(heads.shape)
    n_heads, n, d = heads.shape[-3:]
    result = np.empty((*heads.shape[:-3], n, n_heads * d))
    for h in range(n_heads):
        result[..., h * d : h * d + d] = heads[..., h, :, :]
    return result
