"""Bug: the scores are divided by the width.

Caught by: many draws
Diagnosis: near 1/d_k
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    scores = (query * key).mean(axis=1)
    return scores.var()
