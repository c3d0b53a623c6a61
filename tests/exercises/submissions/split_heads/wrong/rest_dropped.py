"""Bug: the features that are left over are cut off.

Caught by: heads that cannot share the width
Diagnosis: two heads cannot share 3 features
"""

import numpy as np


def split_heads(x, n_heads):
    d = x.shape[-1] // n_heads
    parts = x[..., : d * n_heads].reshape(*x.shape[:-1], n_heads, d)
    return np.swapaxes(parts, -3, -2)
