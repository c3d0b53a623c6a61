"""Bug: three tokens are tried, however many are asked for.

Caught by: aware of order, but among the last tokens only
Diagnosis: tries three tokens at most
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    few = min(n_tokens, 3)
    x = rng.normal(size=(few, d_model))
    y = function(x)
    return all(
        np.allclose(function(x[list(order)]), y[list(order)]) for order in permutations(range(few))
    )
