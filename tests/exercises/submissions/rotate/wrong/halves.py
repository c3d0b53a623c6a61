"""Bug: the first half of the columns is paired with the second.

Caught by: several pairs
Diagnosis: by pairing column i with column i + d/2
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")

    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    angles = np.concatenate([angles, angles], axis=-1)
    quarter = np.concatenate([-x[..., d // 2 :], x[..., : d // 2]], axis=-1)
    return x * np.cos(angles) + quarter * np.sin(angles)
