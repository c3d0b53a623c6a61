"""A 2 × 2 matrix for each token and pair, applied by einsum."""

import numpy as np


def rotate(x, positions, base):
    n, d = x.shape[-2:]
    if d % 2 or positions.shape != (n,):
        raise ValueError("pairs of features and a position for each token are needed")

    angles = np.array([[p / base ** (2 * i / d) for i in range(d // 2)] for p in positions])
    turns = np.array([[np.cos(angles), -np.sin(angles)], [np.sin(angles), np.cos(angles)]])
    pairs = x.reshape(*x.shape[:-1], d // 2, 2)
    return np.einsum("rcnp,...npc->...npr", turns, pairs).reshape(x.shape)
