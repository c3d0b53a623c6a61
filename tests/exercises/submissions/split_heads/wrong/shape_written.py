"""Bug: the shape of x itself is changed.

Caught by: one sequence
Diagnosis: wrote into x
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    x.shape = (*x.shape[:-1], n_heads, x.shape[-1] // n_heads)
    return np.swapaxes(x, -3, -2).copy()
