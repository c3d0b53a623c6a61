"""Bug: the window is not used.

Caught by: as many keys as queries
Diagnosis: this is exactly the causal mask
"""

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries + 1)
