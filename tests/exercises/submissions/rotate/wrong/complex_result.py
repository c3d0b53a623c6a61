"""Bug: the pairs come back as complex numbers.

Caught by: one pair
Diagnosis: an array of complex128
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]

    return (a + 1j * b) * (cos + 1j * sin)
