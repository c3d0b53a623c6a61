"""Bug: 1 for allowed, 0 for hidden.

Caught by: as many keys as queries
Diagnosis: a mask of 1 for allowed and 0 for hidden
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    ones = np.ones((n_queries, n_keys))
    offset = n_keys - n_queries
    return np.triu(np.tril(ones, k=offset), k=offset - window + 1)
