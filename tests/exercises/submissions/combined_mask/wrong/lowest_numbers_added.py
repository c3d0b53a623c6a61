"""Bug: −∞ is replaced by the lowest float in both masks.

Caught by: one sequence
Diagnosis: the lowest number that a float can hold
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return np.nan_to_num(causal) + np.nan_to_num(padding)
