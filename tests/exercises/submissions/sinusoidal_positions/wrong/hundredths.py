"""Bug: each rate is 1/100 of the one before it, as for four features.

Caught by: other widths
Diagnosis: at 1/100 of the rate
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    rates = 0.01 ** np.arange(d_model // 2)
    angles = np.arange(n_positions)[:, None] * rates
    result = np.empty((n_positions, d_model))
    result[:, 0::2] = np.sin(angles)
    result[:, 1::2] = np.cos(angles)
    return result
