"""Bug: 1 for allowed, 0 for hidden.

Caught by: as many keys as queries
Diagnosis: a mask of 1 for allowed and 0 for hidden
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    future = np.triu(np.ones((n_queries, n_keys)), k=n_keys - n_queries + 1)
    return 1 - future
