"""Bug: only rotations are tried.

Caught by: aware of order, but not of every change of it
Diagnosis: only moves all tokens round in a ring
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in [np.roll(np.arange(n_tokens), k) for k in range(n_tokens)]:
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
