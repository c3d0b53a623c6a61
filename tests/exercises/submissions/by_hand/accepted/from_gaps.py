"""Tuples; each weight from the gap between two scores alone."""

from math import exp, sqrt


def by_hand():
    low, lower = 1 / (1 + exp(3 / sqrt(2))), 1 / (1 + exp(4 / sqrt(2)))
    return {
        "scores": ((4, 7), (-3, 1)),
        "scaled": ((2 * sqrt(2), 4.9497), (-2.1213, sqrt(0.5))),
        "weights": ((low, 1 - low), (lower, 1 - lower)),
        "causal_weights": ((1, 0), (lower, 1 - lower)),
        "causal_output": ((1, 4), (5 - 4 * lower, 6 * lower - 2)),
    }
