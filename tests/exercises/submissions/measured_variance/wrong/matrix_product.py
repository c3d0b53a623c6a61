"""Bug: the keys are not transposed.

Caught by: many draws
Diagnosis: It raised ValueError
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    return (query @ key).var()
