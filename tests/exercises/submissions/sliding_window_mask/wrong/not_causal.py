"""Bug: only the distant past is hidden.

Caught by: as many keys as queries
Diagnosis: hides the distant past only
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    return np.tril(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries - window)
