"""Bug: the scores are scaled already.

Caught by: many draws
Diagnosis: the variance of a scaled score
"""

import numpy as np


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    scores = (query * key).sum(axis=1) / np.sqrt(d_k)
    return scores.var()
