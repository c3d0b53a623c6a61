"""Bug: the axes are exchanged and no more.

Caught by: one sequence
Diagnosis: the heads are not joined yet
"""

import numpy as np


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("there is no axis of heads")
    return np.swapaxes(heads, -3, -2)
