"""Bug: all tokens are equal.

Caught by: aware of order
Diagnosis: tries tokens that are all equal
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = np.ones((n_tokens, d_model))
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
