"""Bug: axes of length 1 are dropped.

Caught by: one sequence
Diagnosis: shape (3, 5) came back where (3, 5, 1) should
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    d = x.shape[-1] // n_heads
    parts = x.reshape(*x.shape[:-1], n_heads, d)
    return np.swapaxes(parts, -3, -2).squeeze()
