"""Bug: every entry but 0 hides.

Caught by: a bias
Diagnosis: every entry that is not 0
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return np.where((causal == 0) & (padding == 0), 0.0, -np.inf)
