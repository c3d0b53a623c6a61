"""Bug: the slice begins before the first key.

Caught by: as many keys as queries
Diagnosis: begins before the first key
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    mask = np.full((n_queries, n_keys), -np.inf)
    for i in range(n_queries):
        end = i + n_keys - n_queries + 1
        mask[i, end - window : end] = 0.0
    return mask
