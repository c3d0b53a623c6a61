"""Bug: the exponent is divided in whole numbers.

Caught by: four features
Diagnosis: rounded down to a whole number
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    result = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i // d_model)
            result[pos, 2 * i] = np.sin(angle)
            result[pos, 2 * i + 1] = np.cos(angle)
    return result
