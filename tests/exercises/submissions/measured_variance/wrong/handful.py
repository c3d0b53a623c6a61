"""Bug: ten draws, however many are asked for.

Caught by: many draws
Diagnosis: fewer draws than n_draws
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, 10, d_k))
    return (query * key).sum(axis=1).var(ddof=1)
