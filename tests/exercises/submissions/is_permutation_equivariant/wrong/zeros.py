"""Bug: the tokens are zeros.

Caught by: two tokens, many times
Diagnosis: tries tokens that are all equal
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = np.zeros((n_tokens, d_model))
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
