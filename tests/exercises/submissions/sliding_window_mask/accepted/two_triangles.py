"""The future and the distant past, added up."""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    everything = np.full((n_queries, n_keys), -np.inf)
    offset = n_keys - n_queries
    return np.triu(everything, k=offset + 1) + np.tril(everything, k=offset - window)
