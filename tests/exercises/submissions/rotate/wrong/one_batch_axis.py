"""Bug: not more than one batch axis is foreseen.

Caught by: a batch of sequences
Diagnosis: with shape (2, 1, 2, 2)
"""

import numpy as np


def rotate(x, positions, base):
    if x.ndim == 2:
        return rotate(x[None], positions, base)[0]
    batch, n, d = x.shape
    if d % 2 or len(positions) != n:
        raise ValueError("x and positions do not fit")
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(batch, n, d)
