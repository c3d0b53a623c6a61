"""Bug: the matrix is multiplied from the right.

Caught by: one sequence
Diagnosis: X P instead of P X
"""

import numpy as np


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    p = np.eye(len(order))[order]
    return tokens @ p
