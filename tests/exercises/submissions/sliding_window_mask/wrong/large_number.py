"""Bug: −1e9 stands in for −∞.

Caught by: as many keys as queries
Diagnosis: −1e9 is not −∞
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    return np.where((key <= position) & (key > position - window), 0.0, -1e9)
