"""Bug: one token of the future is shown.

Caught by: as many keys as queries
Diagnosis: shows one token of the future
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries + 2)
