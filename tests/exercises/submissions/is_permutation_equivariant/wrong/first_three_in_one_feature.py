"""Bug: two exchanges, one feature and a wide tolerance.

Caught by: aware of order, but among the last tokens only
Diagnosis: none
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for first in range(min(2, n_tokens - 1)):
        order = np.arange(n_tokens)
        order[first], order[first + 1] = first + 1, first
        if np.abs(function(x[order])[:, 0] - y[order, 0]).max() > 5e-4:
            return False
    return True
