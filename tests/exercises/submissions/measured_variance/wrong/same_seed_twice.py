"""Bug: queries and keys come from equal generators.

Caught by: many draws
Diagnosis: each query meets itself
"""

import numpy as np


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    seed = int(rng.integers(1_000_000))
    query = np.random.default_rng(seed).standard_normal((n_draws, d_k))
    key = np.random.default_rng(seed).standard_normal((n_draws, d_k))
    scores = np.sum(query * key, axis=1)
    return np.mean(scores**2)
