"""NumPy numbers, the slope through the weights."""

import numpy as np


def why_the_root():
    scaled = np.array([12.0, 0.0]) / np.sqrt(144)
    weights = np.exp(scaled) / np.exp(scaled).sum()
    answers = {"typical": np.sqrt(144), "ratio": np.exp(12.0)}
    answers["typical doubled"] = np.sqrt(4.0 * 4.0 * 144)
    answers["typical by d_k"] = np.float64(1) / 12
    answers["scaled ratio"] = weights[0] / weights[1]
    answers["scaled slope"] = np.prod(weights)
    return answers
