"""Bug: the result holds whole numbers only.

Caught by: one sequence
Diagnosis: an array of int64
"""

import numpy as np


def merge_heads(heads):
    *batch, n_heads, n, d = heads.shape
    result = np.zeros((*batch, n, n_heads * d), dtype=int)
    for h in range(n_heads):
        result[..., h * d : (h + 1) * d] = heads[..., h, :, :]
    return result
