"""Bug: the features of a token are all equal.

Caught by: aware of order, but not in every feature
Diagnosis: tokens whose features are all equal
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = np.linspace(-1, 2, n_tokens)[:, None].repeat(d_model, axis=1)
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
