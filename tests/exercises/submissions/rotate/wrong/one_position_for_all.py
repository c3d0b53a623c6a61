"""Bug: a single position is used for all tokens.

Caught by: positions of another number
Diagnosis: 3 tokens need 3 positions, and there is 1
"""

import numpy as np


def rotate(x, positions, base):

    d = x.shape[-1]
    if d % 2:
        raise ValueError("d must be even")
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)
