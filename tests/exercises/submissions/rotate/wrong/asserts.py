"""Bug: an odd width raises AssertionError.

Caught by: an odd width
Diagnosis: but raised AssertionError
"""

import numpy as np


def rotate(x, positions, base):

    n, d = x.shape[-2:]
    assert d % 2 == 0
    if len(positions) != n:
        raise ValueError("each token needs a position")
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)
