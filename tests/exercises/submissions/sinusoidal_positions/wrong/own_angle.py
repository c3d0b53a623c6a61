"""Bug: each odd column has its own angle.

Caught by: four features
Diagnosis: each odd column has an angle of its own
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    column = np.arange(d_model)
    angles = np.arange(n_positions)[:, None] / 10000 ** (column / d_model)
    return np.where(column % 2 == 0, np.sin(angles), np.cos(angles))
