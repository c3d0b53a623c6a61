"""Bug: a feature without a partner is dropped.

Caught by: an odd width
Diagnosis: 3 features do not make pairs
"""

import numpy as np


def rotate(x, positions, base):

    if len(positions) != x.shape[-2]:
        raise ValueError("each token needs a position")
    x = x[..., : x.shape[-1] // 2 * 2]
    d = x.shape[-1]
    if d == 0:
        return x
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)
