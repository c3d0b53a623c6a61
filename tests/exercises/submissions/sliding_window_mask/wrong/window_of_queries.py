"""Bug: the window is cut to the number of queries.

Caught by: more keys than queries
Diagnosis: cuts the window to the number of queries
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    window = min(window, n_queries)
    back = np.arange(n_queries)[:, None] + n_keys - n_queries - np.arange(n_keys)
    return np.where((back >= 0) & (back < window), 0.0, -np.inf)
