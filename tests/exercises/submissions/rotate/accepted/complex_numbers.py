"""A pair is a complex number, and a rotation a product with e^(i·angle)."""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")

    pairs = x[..., 0::2] + 1j * x[..., 1::2]
    speed = np.exp(-np.log(base) * np.arange(d // 2) * 2 / d)
    turned = pairs * np.exp(1j * np.outer(positions, speed))
    result = np.empty(x.shape)
    result[..., 0::2], result[..., 1::2] = turned.real, turned.imag
    return result
