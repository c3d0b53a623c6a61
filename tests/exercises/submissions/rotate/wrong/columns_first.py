"""Bug: the columns are taken from the second axis.

Caught by: a batch of sequences
Diagnosis: none
"""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")

    result = np.array(x, float)
    for i in range(0, d, 2):
        angle = positions * base ** (-i / d)
        a, b = x[:, i], x[:, i + 1]
        result[:, i] = a * np.cos(angle) - b * np.sin(angle)
        result[:, i + 1] = a * np.sin(angle) + b * np.cos(angle)
    return result
