"""Bug: +∞ for what is hidden.

Caught by: as many keys as queries
Diagnosis: +∞ shows what it should hide
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    mask = np.zeros((n_queries, n_keys))
    mask[np.triu_indices(n_queries, 1 + n_keys - n_queries, n_keys)] = np.inf
    return mask
