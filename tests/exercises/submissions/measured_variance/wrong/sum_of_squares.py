"""Bug: the squares are not averaged.

Caught by: many draws
Diagnosis: n_draws times d_k
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.standard_normal((2, n_draws, d_k))
    scores = (query * key).sum(axis=1)
    return ((scores - scores.mean()) ** 2).sum()
