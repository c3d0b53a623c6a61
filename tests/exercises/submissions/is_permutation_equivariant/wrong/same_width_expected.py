"""Bug: the output is taken to be as wide as the input.

Caught by: blind to order
Diagnosis: It raised ValueError in line
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order]) - x[order], (y - x)[order]):
            return False
    return True
