"""Bug: the rows are sorted by order, which is the inverse permutation.

Caught by: one sequence
Diagnosis: the tokens moved the wrong way
"""

import numpy as np


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    return tokens[..., np.argsort(order), :]
