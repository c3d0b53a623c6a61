"""Entries between −√3 and √3, and the variance by the standard library."""

import math
import statistics


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    side = math.sqrt(3)
    query = rng.uniform(-side, side, size=(d_k, n_draws))
    key = rng.uniform(-side, side, size=(d_k, n_draws))
    return statistics.variance((query * key).sum(axis=0).tolist())
