"""Bug: the diagonals are written out, and there are six.

Caught by: as many keys as queries
Diagnosis: none
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    seen = np.zeros((n_queries, n_keys))
    rest = n_keys - n_queries
    for back in (0, 1, 2, 3, 4, 5):
        if back < window:
            seen += np.eye(n_queries, n_keys, rest - back)
    if window > n_keys:
        seen = np.tri(n_queries, n_keys, rest)
    return np.where(seen > 0, 0.0, -np.inf)
