"""Bug: an odd width ends with a sine.

Caught by: a width that has no pairs
Diagnosis: one is left without a partner
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 1:
        raise ValueError("there are no features")
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n_positions), rates)
    result = np.empty((n_positions, d_model))
    result[:, 0::2] = np.sin(angles)
    result[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return result
