"""Bug: a single random order is tried.

Caught by: two tokens, many times
Diagnosis: now True and now False
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in [rng.permutation(n_tokens)]:
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
