"""Bug: the larger entry is taken.

Caught by: one sequence
Diagnosis: the larger entries
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return np.maximum(causal, padding)
