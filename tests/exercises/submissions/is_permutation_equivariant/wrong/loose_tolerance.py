"""Bug: differences of up to 0.01 pass.

Caught by: aware of order, by very little
Diagnosis: what differs by a thousandth
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not (np.abs(function(x[order]) - y[order]) < 0.01).all():
            return False
    return True
