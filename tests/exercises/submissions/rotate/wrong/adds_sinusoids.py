"""Bug: the positions of 2017 are added.

Caught by: one pair
Diagnosis: by adding sines and cosines to the tokens
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")

    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    added = np.zeros((n, d))
    added[:, 0::2] = np.sin(angles)
    added[:, 1::2] = np.cos(angles)
    return x + added
