"""Bug: the matrix is that of the inverse permutation.

Caught by: one sequence
Diagnosis: Pᵀ instead of P
"""

import numpy as np


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    p = np.eye(len(order))[:, order]
    return p @ tokens
