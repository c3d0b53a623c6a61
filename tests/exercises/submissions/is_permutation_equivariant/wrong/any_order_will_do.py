"""Bug: one order that agrees is enough.

Caught by: two tokens, many times
Diagnosis: says True of every function
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    return any(
        np.allclose(function(x[list(order)]), function(x)[list(order)])
        for order in permutations(range(n_tokens))
    )
