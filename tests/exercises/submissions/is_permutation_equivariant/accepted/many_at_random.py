"""Forty random orders of ever new tokens; NumPy's own truth value."""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens <= 0:
        raise ValueError("at least one token is needed")
    largest = 0.0
    for _ in range(40):
        x = rng.standard_normal((n_tokens, d_model))
        order = rng.permutation(n_tokens)
        difference = function(x[order]) - function(x)[order]
        largest = max(largest, np.abs(difference).max())
    return np.bool_(largest < 1e-9)
