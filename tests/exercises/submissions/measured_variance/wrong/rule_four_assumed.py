"""Bug: the products' variances are added up.

Caught by: few draws, eighty times
Diagnosis: the variances of the d_k products added up
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    return (query * key).var(axis=0).sum()
