"""Bug: float32 throughout.

Caught by: four features
Diagnosis: the few digits that float32 holds
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(n_positions)[:, None] * rates
    result = np.empty((n_positions, d_model))
    result[:, 0::2] = np.sin(angles)
    result[:, 1::2] = np.cos(angles)
    return result.astype(np.float32)
