"""Bug: the shape of the argument itself is changed.

Caught by: one sequence
Diagnosis: wrote into heads
"""

import numpy as np


def merge_heads(heads):
    *batch, n_heads, n, d = heads.shape
    result = np.swapaxes(heads, -3, -2).reshape(*batch, n, n_heads * d)
    heads.shape = result.shape
    return result
