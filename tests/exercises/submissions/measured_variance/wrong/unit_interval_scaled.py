"""Bug: the entries lie between 0 and 1, and the scores are scaled.

Caught by: many draws
Diagnosis: if the scores are divided by √d_k
"""

import numpy as np


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.random((2, n_draws, d_k))
    scores = (query * key).sum(axis=1) / np.sqrt(d_k)
    return scores.var()
