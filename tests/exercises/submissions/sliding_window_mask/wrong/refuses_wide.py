"""Bug: a window wider than the text is an error.

Caught by: a window wider than the text
Diagnosis: It raised ValueError
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    if window > n_keys:
        raise ValueError("the window is wider than the text")
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    return np.where((key <= position) & (key > position - window), 0.0, -np.inf)
