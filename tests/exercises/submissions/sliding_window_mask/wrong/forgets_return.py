"""Bug: nothing is returned.

Caught by: as many keys as queries
Diagnosis: Is a `return` missing?
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    mask = np.where((key <= position) & (key > position - window), 0.0, -np.inf)
