"""Bug: a window of 0 is made to mean no window.

Caught by: a window without keys
Diagnosis: with a window of 0
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    if window <= 0:
        window = n_keys
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    return np.where((key <= position) & (key > position - window), 0.0, -np.inf)
