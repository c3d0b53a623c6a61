"""Bug: the keys beyond the queries get no column.

Caught by: more keys than queries
Diagnosis: the square mask of the queries alone
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    return np.triu(np.full((n_queries, n_queries), -np.inf), k=1)
