"""Bug: the sums of the features are compared.

Caught by: aware of order, but not in every feature
Diagnosis: none
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x).sum(axis=1)
    return all(
        np.allclose(function(x[list(order)]).sum(axis=1), y[list(order)])
        for order in permutations(range(n_tokens))
    )
