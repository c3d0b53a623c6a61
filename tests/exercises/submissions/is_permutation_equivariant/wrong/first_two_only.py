"""Bug: only the first two are exchanged.

Caught by: aware of order
Diagnosis: only exchanges the first two tokens
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    y = function(x)
    for order in [[1, 0, *range(2, n_tokens)]] if n_tokens > 1 else []:
        if not np.allclose(function(x[order]), y[order]):
            return False
    return True
