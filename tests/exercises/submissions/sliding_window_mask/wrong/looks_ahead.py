"""Bug: the window begins with the query.

Caught by: as many keys as queries
Diagnosis: the mask that looks ahead
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    return np.where((key >= position) & (key < position + window), 0.0, -np.inf)
