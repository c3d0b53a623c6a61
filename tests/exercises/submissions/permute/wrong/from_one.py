"""Bug: the numbers are taken to count from 1.

Caught by: one sequence
Diagnosis: as if it counted the tokens from 1
"""

import numpy as np


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    return tokens[..., np.array(order) - 1, :]
