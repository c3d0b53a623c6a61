"""Backwards: the last row is shifted by one each time."""

import math

import numpy as np


def sliding_window_mask(n_queries, n_keys, window):
    if window < 1 or n_queries > n_keys:
        raise ValueError("a query would see nothing")
    rows = []
    for back in range(n_queries):
        reach = n_keys - back
        seen = min(window, reach)
        rows.append([-math.inf] * (reach - seen) + [0.0] * seen + [-math.inf] * back)
    return np.array(rows[::-1])
