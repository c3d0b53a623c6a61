"""Bug: nothing is returned.

Caught by: one sequence
Diagnosis: Is a `return` missing?
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    d = x.shape[-1] // n_heads
    parts = x.reshape(*x.shape[:-1], n_heads, d)
    heads = np.swapaxes(parts, -3, -2)
