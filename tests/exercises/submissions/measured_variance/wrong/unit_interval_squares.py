"""Bug: the entries lie between 0 and 1, and the mean is taken for 0.

Caught by: many draws
Diagnosis: Their mean is 1/2
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query = rng.random((n_draws, d_k))
    key = rng.random((n_draws, d_k))
    scores = (query * key).sum(axis=1)
    return (scores**2).mean()
