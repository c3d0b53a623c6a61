"""Bug: a table of angles is made for 2048 positions.

Caught by: large positions
Diagnosis: It raised IndexError
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")

    table = np.outer(np.arange(2048), base ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(table)[positions], np.sin(table)[positions]
    a, b = x[..., 0::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)
