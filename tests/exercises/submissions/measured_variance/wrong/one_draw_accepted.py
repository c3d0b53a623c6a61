"""Bug: one draw has the variance 0.

Caught by: two draws, and fewer
Diagnosis: nothing it could differ from
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 1:
        raise ValueError("no draws")
    query, key = rng.standard_normal((2, n_draws, d_k))
    return (query * key).sum(axis=1).var()
