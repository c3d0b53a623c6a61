"""All exchanges of neighbours: every permutation is made of them."""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for first in range(n_tokens - 1):
        order = np.arange(n_tokens)
        order[[first, first + 1]] = order[[first + 1, first]]
        if not np.allclose(function(x[order]), y[order], rtol=1e-9, atol=1e-9):
            return False
    return True
