"""Bug: the padding mask is only asked what it hides.

Caught by: a bias
Diagnosis: the padding mask's bias is dropped
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return np.where(padding == -np.inf, -np.inf, causal)
