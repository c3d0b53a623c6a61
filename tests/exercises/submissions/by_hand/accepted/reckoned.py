"""Every step by NumPy, at full precision."""

import numpy as np


def by_hand():
    query = np.array([[3, -1], [-1, 2]])
    key = np.array([[1, -1], [3, 2]])
    value = np.array([[1, 4], [5, -2]])
    scores = query @ key.T
    scaled = scores / np.sqrt(2)
    weights = np.exp(scaled)
    causal = np.tril(weights)
    weights /= weights.sum(axis=1, keepdims=True)
    causal /= causal.sum(axis=1, keepdims=True)
    return {
        "scores": scores,
        "scaled": scaled,
        "weights": weights,
        "causal_weights": causal,
        "causal_output": causal @ value,
    }
