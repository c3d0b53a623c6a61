"""Sizes taken from an array, so they are NumPy's integers."""

import numpy as np


def attention_shapes(query_shape, key_shape, value_shape):
    sizes = np.array([query_shape, key_shape, value_shape])
    if sizes[0, 1] != sizes[1, 1] or sizes[1, 0] != sizes[2, 0]:
        raise ValueError("shapes disagree")
    return tuple(sizes[:2, 0]), (sizes[0, 0], sizes[2, 1])
