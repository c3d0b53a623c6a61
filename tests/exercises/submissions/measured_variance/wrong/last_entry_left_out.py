"""Bug: the last entry is left out.

Caught by: many draws
Diagnosis: near d_k − 1
"""

import numpy as np


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    scores = []
    for _ in range(n_draws):
        query, key = rng.standard_normal((2, d_k))
        scores.append(sum(query[i] * key[i] for i in range(d_k - 1)))
    return np.var(scores)
