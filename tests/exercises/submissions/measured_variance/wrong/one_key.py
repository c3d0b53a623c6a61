"""Bug: one key is asked by all queries.

Caught by: many draws
Diagnosis: one key for all queries
"""

import numpy as np


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    key = rng.standard_normal(d_k)
    scores = [float(rng.standard_normal(d_k) @ key) for _ in range(n_draws)]
    return np.var(scores, ddof=1)
