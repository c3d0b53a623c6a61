"""Bug: nothing is returned.

Caught by: many draws
Diagnosis: Is a `return` missing?
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    variance = (query * key).sum(axis=1).var()
