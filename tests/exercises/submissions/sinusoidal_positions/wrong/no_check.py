"""Bug: nothing is checked, and one feature is cut off.

Caught by: a width that has no pairs
Diagnosis: one is left without a partner
"""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    pairs = d_model // 2
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-2 * np.arange(pairs) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, 2 * pairs)
