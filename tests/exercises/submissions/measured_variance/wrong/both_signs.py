"""Bug: the entries lie between −1 and 1.

Caught by: many draws
Diagnosis: Their variance is 1/3
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query = rng.uniform(-1, 1, (n_draws, d_k))
    key = rng.uniform(-1, 1, (n_draws, d_k))
    return (query * key).sum(axis=1).var()
