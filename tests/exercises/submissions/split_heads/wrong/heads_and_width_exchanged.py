"""Bug: the reshape takes n_heads for the width.

Caught by: one sequence
Diagnosis: d heads of width n_heads
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    parts = x.reshape(*x.shape[:-1], x.shape[-1] // n_heads, n_heads)
    return np.swapaxes(parts, -3, -2)
