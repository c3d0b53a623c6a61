"""Bug: the diagonal starts in the top left corner.

Caught by: more keys than queries
Diagnosis: counted from the top left corner
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=1)
