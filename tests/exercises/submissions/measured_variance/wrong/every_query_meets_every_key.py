"""Bug: each query meets all keys.

Caught by: few draws, eighty times
Diagnosis: Does every query meet every key
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query = rng.standard_normal((n_draws, d_k))
    key = rng.standard_normal((n_draws, d_k))
    return (query @ key.T).var()
