"""Bug: all sines, then all cosines.

Caught by: four features
Diagnosis: all sines stand first
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(n_positions)[:, None] * rates
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
