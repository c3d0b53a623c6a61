"""Bug: the tokens are counted up from 0, and nothing is drawn.

Caught by: aware of order, where a feature is negative
Diagnosis: tries no negative features
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = np.arange(n_tokens * d_model, dtype=float).reshape(n_tokens, d_model)
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
