"""Bug: M − N is taken off instead of added.

Caught by: more keys than queries
Diagnosis: M − N taken off instead of added
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    i = np.arange(n_queries)[:, None]
    j = np.arange(n_keys)
    return np.where(j <= i + n_queries - n_keys, 0.0, -np.inf)
