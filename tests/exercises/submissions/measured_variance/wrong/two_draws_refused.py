"""Bug: two draws are refused.

Caught by: two draws, and fewer
Diagnosis: It raised ValueError
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws <= 2:
        raise ValueError("too few draws")
    query, key = rng.standard_normal((2, n_draws, d_k))
    return (query * key).sum(axis=1).var()
