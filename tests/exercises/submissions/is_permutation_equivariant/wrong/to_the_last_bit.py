"""Bug: results are compared exactly.

Caught by: equal up to rounding
Diagnosis: equal to the last bit
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.array_equal(function(x[order]), y[order]):
            return False
    return True
