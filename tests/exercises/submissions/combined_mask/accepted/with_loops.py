"""A loop over sequences and queries, rows as lists."""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    n_queries, n_keys = causal.shape
    result = np.full((*padding.shape[:-2], n_queries, n_keys), -np.inf)
    for place in np.ndindex(padding.shape[:-2]):
        row = padding[place][0]
        for i in range(n_queries):
            for j in range(n_keys):
                if row[j] > -np.inf and causal[i, j] > -np.inf:
                    result[(*place, i, j)] = causal[i, j] + row[j]
    return result
