"""Bug: a table of 0 and 1 is multiplied by −∞.

Caught by: as many keys as queries
Diagnosis: 0 times −∞ is NaN
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    future = np.triu(np.ones((n_queries, n_keys)), k=n_keys - n_queries + 1)
    return future * -np.inf
