"""Loops over positions and columns."""

import math

import numpy as np


def sinusoidal_positions(n_positions, d_model):
    if d_model <= 0 or d_model % 2 == 1:
        raise ValueError(f"d_model is {d_model}")
    table = []
    for pos in range(n_positions):
        row = []
        for column in range(d_model):
            i = column // 2
            angle = pos / math.pow(10000, 2 * i / d_model)
            row.append(math.cos(angle) if column % 2 else math.sin(angle))
        table.append(row)
    return np.array(table)
