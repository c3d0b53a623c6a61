"""Bug: with one query, the top left corner.

Caught by: one query, the newest token
Diagnosis: counted from the top left corner
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    offset = n_keys - n_queries if n_queries > 1 else 0
    position = offset + np.arange(n_queries)[:, None]
    key = np.arange(n_keys)
    return np.where((key <= position) & (key > position - window), 0.0, -np.inf)
