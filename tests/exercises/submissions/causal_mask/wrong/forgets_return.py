"""Bug: nothing is returned.

Caught by: as many keys as queries
Diagnosis: Is a `return` missing?
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    mask = np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries + 1)
