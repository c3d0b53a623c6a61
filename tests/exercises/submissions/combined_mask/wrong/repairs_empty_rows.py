"""Bug: a query with nothing left is shown everything.

Caught by: a query that is left with nothing
Diagnosis: this shows everything to a query
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    mask = causal + padding
    empty = (mask == -np.inf).all(axis=-1)
    mask[empty] = 0.0
    return mask
