"""Bug: a list of lists is returned.

Caught by: four features
Diagnosis: a result of type list
"""

import math


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    return [
        [
            math.sin(pos / 10000 ** (c / d_model))
            if c % 2 == 0
            else math.cos(pos / 10000 ** ((c - 1) / d_model))
            for c in range(d_model)
        ]
        for pos in range(n_positions)
    ]
