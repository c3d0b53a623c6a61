"""Bug: the result always has three axes.

Caught by: one sequence
Diagnosis: an axis of length 1 in front
"""

import numpy as np


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("heads are missing")
    n_heads, n, d = heads.shape[-3:]
    return np.swapaxes(heads, -3, -2).reshape(-1, n, n_heads * d)
