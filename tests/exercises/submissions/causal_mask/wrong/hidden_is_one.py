"""Bug: 0 for allowed, 1 for hidden.

Caught by: as many keys as queries
Diagnosis: a mask of 0 for allowed and 1 for hidden
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    future = np.triu(np.ones((n_queries, n_keys)), k=n_keys - n_queries + 1)
    return future
