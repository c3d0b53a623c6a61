"""How far back each key lies."""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    position = np.arange(n_keys - n_queries, n_keys)
    back = position[:, None] - np.arange(n_keys)
    return np.where((back >= 0) & (back < window), 0.0, -np.inf)
