"""Bug: the padding gives only its shape.

Caught by: one sequence
Diagnosis: the causal mask alone
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return np.array(np.broadcast_to(causal, (*padding.shape[:-2], *causal.shape)))
