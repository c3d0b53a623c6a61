"""Bug: there is either no batch or one axis of it.

Caught by: two leading axes
Diagnosis: It raised IndexError in line
"""

import numpy as np


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("not an order of the tokens")
    if tokens.ndim == 2:
        return tokens[order]
    return np.stack([sequence[order] for sequence in tokens])
