"""Bug: the diagonal starts in the top left corner.

Caught by: more keys than queries
Diagnosis: counted from the top left corner
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    mask = np.full((n_queries, n_keys), -np.inf)
    for i in range(n_queries):
        mask[i, max(0, i - window + 1) : i + 1] = 0.0
    return mask
