"""Bug: always ten thousand draws.

Caught by: few draws, eighty times
Diagnosis: Is the number of draws fixed
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, 10_000, d_k))
    return (query * key).sum(axis=1).var()
