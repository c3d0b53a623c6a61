"""Bug: neighbours have the same angle, but the other half is mixed in.

Caught by: several pairs
Diagnosis: each column is mixed with the one d/2 away
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")

    angles = np.repeat(positions[:, None] * base ** (-np.arange(0, d, 2) / d), 2, axis=-1)
    quarter = np.concatenate([-x[..., d // 2 :], x[..., : d // 2]], axis=-1)
    return x * np.cos(angles) + quarter * np.sin(angles)
