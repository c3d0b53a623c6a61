"""Bug: the heads are joined from the last to the first.

Caught by: one sequence
Diagnosis: the last head stands first
"""

import numpy as np


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("there is no axis of heads")
    return np.concatenate([heads[..., -1 - h, :, :] for h in range(heads.shape[-3])], axis=-1)
