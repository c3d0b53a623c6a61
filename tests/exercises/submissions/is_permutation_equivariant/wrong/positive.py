"""Bug: no feature is negative.

Caught by: aware of order, where a feature is negative
Diagnosis: tries no negative features
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = np.abs(rng.normal(size=(n_tokens, d_model)))
    y = function(x)
    for first in range(n_tokens - 1):
        order = list(range(n_tokens))
        order[first], order[first + 1] = order[first + 1], order[first]
        if not np.allclose(function(x[order]), y[order], rtol=0, atol=1e-9):
            return False
    return True
