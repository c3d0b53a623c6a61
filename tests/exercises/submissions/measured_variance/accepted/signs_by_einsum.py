"""Entries +1 and −1 by the toss of a coin; the variance about the mean that is known, 0."""

import numpy as np


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    query, key = rng.choice([-1.0, 1.0], size=(2, n_draws, d_k))
    scores = np.einsum("nd,nd->n", query, key)
    return float(np.mean(scores**2))
