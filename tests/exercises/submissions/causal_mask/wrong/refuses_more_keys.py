"""Bug: only square masks are made.

Caught by: more keys than queries
Diagnosis: It raised ValueError in line
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries != n_keys:
        raise ValueError("as many keys as queries, please")
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=1)
