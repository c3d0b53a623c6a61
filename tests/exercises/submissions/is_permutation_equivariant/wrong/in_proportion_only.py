"""Bug: the tolerance is relative only.

Caught by: equal up to rounding
Diagnosis: only in proportion to the numbers
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order]), y[order], rtol=1e-9, atol=0):
            return False
    return True
