"""Bug: a query with nothing left is an error.

Caught by: a query that is left with nothing
Diagnosis: It raised ValueError
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    mask = causal + padding
    if (mask == -np.inf).all(axis=-1).any():
        raise ValueError("a query may look at nothing")
    return mask
