"""Bug: the features are reordered.

Caught by: blind to order
Diagnosis: reorders the features
"""

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    x = rng.normal(size=(n_tokens, d_model))
    return np.allclose(function(x[:, ::-1]), function(x)[:, ::-1])
