"""Bug: the result is kept in single precision.

Caught by: one pair
Diagnosis: only to the few digits that float32 holds
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)

    result = np.empty(x.shape, np.float32)
    result[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    result[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return result
