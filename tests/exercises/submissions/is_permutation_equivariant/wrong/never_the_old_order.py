"""Bug: draws until the order is new, for ever if there is one token.

Caught by: one token
Diagnosis: Is there a loop that never ends?
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    for _ in range(50):
        order = np.arange(n_tokens)
        while (order == np.arange(n_tokens)).all():
            order = rng.permutation(n_tokens)
        if not np.allclose(function(x[order]), function(x)[order]):
            return False
    return True
