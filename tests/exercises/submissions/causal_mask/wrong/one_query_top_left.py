"""Bug: with one query, the top left corner.

Caught by: one query, the newest token
Diagnosis: counted from the top left corner
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    offset = 0 if n_queries == 1 else n_keys - n_queries
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=offset + 1)
