"""Bug: the causal mask is forgotten.

Caught by: one sequence
Diagnosis: the padding mask alone
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return np.repeat(padding, len(causal), axis=-2)
