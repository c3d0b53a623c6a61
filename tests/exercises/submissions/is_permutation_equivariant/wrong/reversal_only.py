"""Bug: only the reversed order is tried.

Caught by: aware of order
Diagnosis: only the reversed order
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in [np.arange(n_tokens)[::-1]]:
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
