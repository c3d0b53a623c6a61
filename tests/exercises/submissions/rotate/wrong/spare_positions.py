"""Bug: positions that are too many are left out.

Caught by: positions of another number
Diagnosis: 3 tokens need 3 positions, not 4
"""

import numpy as np


def rotate(x, positions, base):

    n, d = x.shape[-2:]
    if d % 2 or len(positions) < n:
        raise ValueError("d must be even, and each token needs a position")
    positions = positions[:n]
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)
