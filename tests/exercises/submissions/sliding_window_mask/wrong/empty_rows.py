"""Bug: queries that see nothing are accepted.

Caught by: more queries than keys
Diagnosis: would see nothing
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1:
        raise ValueError("the window holds no token")
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    return np.where((key <= position) & (key > position - window), 0.0, -np.inf)
