"""Each position is the one before it, turned by the rate of each pair."""

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model < 2 or d_model % 2:
        raise ValueError("d_model has to be even")
    step = np.exp(1j * np.exp(-np.log(10000) * np.arange(d_model // 2) * 2 / d_model))
    turned = np.cumprod(
        np.vstack([np.ones_like(step), np.tile(step, (n_positions - 1, 1))]), axis=0
    )
    return np.stack([turned.imag, turned.real], axis=-1).reshape(n_positions, d_model)
