"""Bug: integers, with a very low one for hidden.

Caught by: as many keys as queries
Diagnosis: an array of int64 came back
"""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    smallest = np.iinfo(np.int64).min
    return np.triu(np.full((n_queries, n_keys), smallest), k=n_keys - n_queries + 1)
