"""Bug: only two axes are refused.

Caught by: too few axes
Diagnosis: there are neither heads nor tokens
"""

import numpy as np


def merge_heads(heads):
    if heads.ndim == 2:
        raise ValueError("there are no heads")
    if heads.ndim == 1:
        return heads.copy()
    return np.concatenate([heads[..., h, :, :] for h in range(heads.shape[-3])], axis=-1)
