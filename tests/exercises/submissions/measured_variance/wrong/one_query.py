"""Bug: one query meets all keys.

Caught by: many draws
Diagnosis: Is one query used for all keys
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query = rng.standard_normal(d_k)
    key = rng.standard_normal((n_draws, d_k))
    return (key @ query).var()
