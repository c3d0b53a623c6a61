"""Loops over tokens and pairs, for the whole batch at once."""

import math

import numpy as np


def rotate(x, positions, base):

    if x.shape[-1] % 2 != 0 or len(positions) != x.shape[-2]:
        raise ValueError("x and positions do not fit")
    result = np.zeros(x.shape)
    for t, p in enumerate(positions):
        for i in range(0, x.shape[-1], 2):
            angle = p * math.pow(base, -i / x.shape[-1])
            a, b = x[..., t, i], x[..., t, i + 1]
            result[..., t, i] = a * math.cos(angle) - b * math.sin(angle)
            result[..., t, i + 1] = a * math.sin(angle) + b * math.cos(angle)
    return result
