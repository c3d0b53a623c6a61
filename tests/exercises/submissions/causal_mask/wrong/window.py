"""Bug: keys further back than two are hidden too.

Caught by: as many keys as queries
Diagnosis: as a sliding window does
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    position = np.arange(n_keys - n_queries, n_keys)[:, None]
    key = np.arange(n_keys)
    return np.where((key > position) | (key < position - 2), -np.inf, 0.0)
