"""Bug: 0 and −∞ are exchanged.

Caught by: as many keys as queries
Diagnosis: 0 and −∞ are exchanged
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    future = np.triu(np.ones((n_queries, n_keys)), k=n_keys - n_queries + 1)
    return np.where(future == 1, 0.0, -np.inf)
