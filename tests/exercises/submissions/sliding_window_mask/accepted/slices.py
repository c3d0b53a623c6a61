"""One slice for each row."""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if n_keys < n_queries:
        raise ValueError("more queries than keys")
    if window <= 0:
        raise ValueError("the window holds no token")
    mask = np.full((n_queries, n_keys), -np.inf)
    for row in range(1, n_queries + 1):
        end = n_keys - n_queries + row
        mask[row - 1, max(end - window, 0) : end] = 0.0
    return mask
