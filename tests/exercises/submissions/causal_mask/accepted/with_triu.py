"""The upper triangle of a matrix of −∞."""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError(f"{n_queries} queries, but only {n_keys} keys")
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries + 1)
