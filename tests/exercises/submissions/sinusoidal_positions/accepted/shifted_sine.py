"""A cosine is a sine a quarter turn ahead."""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    column = np.arange(d_model)
    angles = np.outer(np.arange(n_positions), np.power(10000.0, -(column - column % 2) / d_model))
    return np.sin(angles + column % 2 * np.pi / 2)
