"""Hidden first, then the biases."""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    hidden = np.logical_or(np.isinf(causal), np.isinf(padding))
    biases = np.add(np.where(np.isinf(causal), 0, causal), np.where(np.isinf(padding), 0, padding))
    return np.where(hidden, -np.inf, biases)
