"""Bug: −1e9 stands in for −∞.

Caught by: as many keys as queries
Diagnosis: −1e9 is not −∞
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    future = np.triu(np.ones((n_queries, n_keys)), k=n_keys - n_queries + 1)
    return future * -1e9
