"""Bug: a position has a column.

Caught by: four features
Diagnosis: the table lies on its side
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    angles = np.outer(10000.0 ** (-np.arange(0, d_model, 2) / d_model), np.arange(n_positions))
    result = np.empty((d_model, n_positions))
    result[0::2] = np.sin(angles)
    result[1::2] = np.cos(angles)
    return result
