"""Bug: axes 0 and 1 are exchanged, whatever there is.

Caught by: a batch of sequences
Diagnosis: the axes are counted from the front
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    d = x.shape[-1] // n_heads
    parts = x.reshape(*x.shape[:-1], n_heads, d)
    return np.swapaxes(parts, 0, 1)
