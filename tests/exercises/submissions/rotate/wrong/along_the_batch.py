"""Bug: in a batch the positions run along the first axis.

Caught by: a batch of sequences
Diagnosis: if the positions run along the first axis
"""

import numpy as np


def rotate(x, positions, base):

    n, d = x.shape[-2:]
    if d % 2 or len(positions) != n:
        raise ValueError("x and positions do not fit")
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    angles = angles.reshape(n, *[1] * (x.ndim - 2), d // 2)
    result = np.empty(x.shape)
    result[..., 0::2] = x[..., 0::2] * np.cos(angles) - x[..., 1::2] * np.sin(angles)
    result[..., 1::2] = x[..., 0::2] * np.sin(angles) + x[..., 1::2] * np.cos(angles)
    return result
