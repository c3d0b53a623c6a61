"""Bug: True for hidden.

Caught by: as many keys as queries
Diagnosis: True where a key is hidden
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    future = np.triu(np.ones((n_queries, n_keys)), k=n_keys - n_queries + 1)
    return future == 1
