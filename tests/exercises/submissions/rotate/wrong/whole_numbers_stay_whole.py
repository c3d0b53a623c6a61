"""Bug: the result is an array like x.

Caught by: whole numbers
Diagnosis: with their fractions cut off
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)

    result = np.zeros_like(x)
    result[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    result[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return result
