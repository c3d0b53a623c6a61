"""Two tables of normal numbers, a row for each pair."""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query = rng.standard_normal((n_draws, d_k))
    key = rng.standard_normal((n_draws, d_k))
    return (query * key).sum(axis=1).var()
