"""Bug: the smaller entry is taken.

Caught by: a bias
Diagnosis: the smaller entries
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return np.minimum(causal, padding)
