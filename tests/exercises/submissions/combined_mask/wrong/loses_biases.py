"""Bug: only 0 and −∞ are thought of.

Caught by: a bias
Diagnosis: with 0 for every pair that is not hidden
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    hidden = np.isneginf(causal) | np.isneginf(padding)
    return np.where(hidden, -np.inf, 0.0)
