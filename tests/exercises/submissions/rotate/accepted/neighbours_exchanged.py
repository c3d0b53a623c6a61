"""x·cos + y·sin, where y is x with each pair turned by a quarter."""

import numpy as np


def rotate(x, positions, base):

    d = x.shape[-1]
    if d % 2 == 1:
        raise ValueError("d must be even")
    if len(positions) != x.shape[-2]:
        raise ValueError("each token needs a position")
    speeds = np.repeat(1 / base ** (np.arange(0, d, 2) / d), 2)
    angles = np.multiply.outer(positions, speeds)
    quarter = np.empty(x.shape)
    quarter[..., ::2] = -x[..., 1::2]
    quarter[..., 1::2] = x[..., ::2]
    return x * np.cos(angles) + quarter * np.sin(angles)
