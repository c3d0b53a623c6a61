"""Bug: the result holds whole numbers only.

Caught by: one sequence
Diagnosis: an array of int64
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    *batch, n, width = x.shape
    d = width // n_heads
    result = np.zeros((*batch, n_heads, n, d), dtype=np.int64)
    for h in range(n_heads):
        result[..., h, :, :] = x[..., h * d : (h + 1) * d]
    return result
