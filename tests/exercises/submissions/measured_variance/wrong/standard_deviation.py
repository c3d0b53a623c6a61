"""Bug: the standard deviation is returned.

Caught by: many draws
Diagnosis: near √d_k, the standard deviation
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    return (query * key).sum(axis=1).std()
