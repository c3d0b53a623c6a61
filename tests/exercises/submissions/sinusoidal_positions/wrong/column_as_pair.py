"""Bug: the number of each column is taken for i.

Caught by: four features
Diagnosis: gives sine and cosine of a pair two angles
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    result = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(d_model):
            angle = pos / 10000 ** (2 * i / d_model)
            result[pos, i] = np.sin(angle) if i % 2 == 0 else np.cos(angle)
    return result
