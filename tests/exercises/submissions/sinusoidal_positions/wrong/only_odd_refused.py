"""Bug: a width of 0 is let through.

Caught by: a width that has no pairs
Diagnosis: there is no feature
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model % 2:
        raise ValueError("d_model is odd")
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(n_positions)[:, None] * rates
    result = np.empty((n_positions, d_model))
    result[:, 0::2] = np.sin(angles)
    result[:, 1::2] = np.cos(angles)
    return result
