"""Bug: no tokens at all are accepted.

Caught by: no tokens
Diagnosis: there is no token to reorder
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens == 0:
        return True
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
