"""Bug: the lower triangle is hidden.

Caught by: as many keys as queries
Diagnosis: hides the past and shows the future
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    return np.tril(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries - 1)
