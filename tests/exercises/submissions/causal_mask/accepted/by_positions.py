"""Positions of queries and keys compared."""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_keys < n_queries:
        raise ValueError("some queries would see nothing")
    query_position = np.arange(n_keys - n_queries, n_keys)
    return np.where(np.arange(n_keys) > query_position[:, None], -np.inf, 0.0)
