"""Exchange two axes, then reshape."""

import numpy as np


def merge_heads(heads):
    *batch, n_heads, n, d = heads.shape
    return np.swapaxes(heads, -3, -2).reshape(*batch, n, n_heads * d)
