"""Every permutation, as a matrix."""

from itertools import permutations

import numpy as np


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError(f"n_tokens is {n_tokens}")
    x = rng.uniform(-1, 1, (n_tokens, d_model))
    plain = function(x)
    eye = np.eye(n_tokens)
    return all(
        np.allclose(function(p @ x), p @ plain)
        for p in (eye[list(order)] for order in permutations(range(n_tokens)))
    )
