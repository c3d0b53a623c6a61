"""Bug: the check is an assertion.

Caught by: heads that cannot share the width
Diagnosis: but raised AssertionError
"""

import numpy as np


def split_heads(x, n_heads):
    assert x.shape[-1] % n_heads == 0
    d = x.shape[-1] // n_heads
    parts = x.reshape(*x.shape[:-1], n_heads, d)
    return np.swapaxes(parts, -3, -2)
