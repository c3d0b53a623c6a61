"""Bug: hidden is what both masks hide.

Caught by: one sequence
Diagnosis: It is enough that one of them does
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    hidden = np.isinf(causal) & np.isinf(padding)
    return np.where(hidden, -np.inf, 0.0)
