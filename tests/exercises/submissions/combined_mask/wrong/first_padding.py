"""Bug: the first sequence's padding is taken for all.

Caught by: a batch of sequences
Diagnosis: the first sequence's padding
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    first = padding.reshape(-1, 1, padding.shape[-1])[0]
    return np.broadcast_to(causal + first, (*padding.shape[:-2], *causal.shape)).copy()
