"""Bug: the turned copy is forgotten.

Caught by: one pair
Diagnosis: nothing was turned
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]

    turned = np.array(x, float)
    a, b = a * cos - b * sin, a * sin + b * cos
    return turned
