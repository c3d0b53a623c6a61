"""Bug: differences of up to 0.0005 pass.

Caught by: aware of order, by very little
Diagnosis: what differs by a millionth
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    return all(
        np.abs(function(x[list(order)]) - y[list(order)]).max() < 5e-4
        for order in permutations(range(n_tokens))
    )
