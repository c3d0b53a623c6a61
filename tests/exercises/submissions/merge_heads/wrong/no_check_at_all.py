"""Bug: nothing is checked.

Caught by: too few axes
Diagnosis: but raised IndexError
"""

import numpy as np


def merge_heads(heads):
    return np.concatenate([heads[..., h, :, :] for h in range(heads.shape[-3])], axis=-1)
