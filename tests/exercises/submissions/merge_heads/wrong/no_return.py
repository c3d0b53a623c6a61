"""Bug: nothing is returned.

Caught by: one sequence
Diagnosis: Is a `return` missing?
"""

import numpy as np


def merge_heads(heads):
    *batch, n_heads, n, d = heads.shape
    merged = np.swapaxes(heads, -3, -2).reshape(*batch, n, n_heads * d)
