"""Bug: log10 goes with exp.

Caught by: four features
Diagnosis: a logarithm to base 10
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    rates = np.exp(-np.arange(0, d_model, 2) * np.log10(10000) / d_model)
    angles = np.arange(n_positions)[:, None] * rates
    result = np.empty((n_positions, d_model))
    result[:, 0::2] = np.sin(angles)
    result[:, 1::2] = np.cos(angles)
    return result
