"""Bug: the result is an array of whole numbers.

Caught by: one sequence
Diagnosis: an array of int64
"""

import numpy as np


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    result = np.zeros(tokens.shape, dtype=np.int64)
    for place, token in enumerate(order):
        result[..., place, :] = tokens[..., token, :]
    return result
