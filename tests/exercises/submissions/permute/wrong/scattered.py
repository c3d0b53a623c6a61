"""Bug: row i goes to place order[i].

Caught by: one sequence
Diagnosis: the tokens moved the wrong way
"""

import numpy as np


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    result = np.empty_like(tokens)
    result[..., order, :] = tokens
    return result
