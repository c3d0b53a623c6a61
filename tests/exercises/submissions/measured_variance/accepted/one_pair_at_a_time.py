"""A loop over the pairs, and the variance as it goes (Welford), by one less."""

import numpy as np


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    mean = squares = 0.0
    for count in range(1, n_draws + 1):
        score = float(np.dot(*rng.normal(size=(2, d_k))))
        step = score - mean
        mean += step / count
        squares += step * (score - mean)
    return squares / (n_draws - 1)
