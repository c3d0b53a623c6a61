"""Bug: a table of fifty positions is cut to length.

Caught by: many positions
Diagnosis: shape (50, 4) came back
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("features come in pairs")
    table = np.zeros((50, d_model))
    angles = np.arange(50)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table[:n_positions]
