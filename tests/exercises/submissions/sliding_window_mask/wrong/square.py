"""Bug: the keys beyond the queries get no column.

Caught by: more keys than queries
Diagnosis: the square mask of the queries alone
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    position = np.arange(n_queries)[:, None]
    key = np.arange(n_queries)
    return np.where((key <= position) & (key > position - window), 0.0, -np.inf)
