"""Bug: a token may not see itself.

Caught by: as many keys as queries
Diagnosis: hides the diagonal as well
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries)
