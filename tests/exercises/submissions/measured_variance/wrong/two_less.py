"""Bug: the squares are divided by n − 2.

Caught by: two draws, and fewer
Diagnosis: divided by too small a number
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    return (query * key).sum(axis=1).var(ddof=2)
