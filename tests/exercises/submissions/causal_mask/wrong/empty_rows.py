"""Bug: queries that see nothing are accepted.

Caught by: more queries than keys
Diagnosis: would see nothing
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries + 1)
