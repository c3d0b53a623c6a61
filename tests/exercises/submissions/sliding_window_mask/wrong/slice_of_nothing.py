"""Bug: itself, and the last window − 1 of what stands before it.

Caught by: a window of one
Diagnosis: `[-0:]` takes everything
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    mask = np.full((n_queries, n_keys), -np.inf)
    for i in range(n_queries):
        position = i + n_keys - n_queries
        mask[i, position] = 0.0
        mask[i, :position][-(window - 1) :] = 0.0
    return mask
