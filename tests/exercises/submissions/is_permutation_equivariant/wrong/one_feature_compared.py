"""Bug: only the first feature is compared.

Caught by: aware of order, but not in every feature
Diagnosis: compares the first feature only
"""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = np.sin(1 + np.arange(n_tokens * d_model)).reshape(n_tokens, d_model)
    y = function(x)
    for order in map(list, permutations(range(n_tokens))):
        if not np.allclose(function(x[order])[:, 0], y[order][:, 0]):
            return False
    return True
