"""Bug: a single head keeps its axis.

Caught by: one head
Diagnosis: a single head came back as it was
"""

import numpy as np


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("there is no axis of heads")
    if heads.shape[-3] == 1:
        return heads
    *batch, n_heads, n, d = heads.shape
    return np.swapaxes(heads, -3, -2).reshape(*batch, n, n_heads * d)
