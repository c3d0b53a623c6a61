"""Bug: a table of 0 and 1 is multiplied by −∞.

Caught by: as many keys as queries
Diagnosis: 0 times −∞ is NaN
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    hidden = (key > position) | (key <= position - window)
    return hidden * -np.inf
