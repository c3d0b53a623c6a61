"""Bug: no maximum is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: e to the score overflows
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys = np.concatenate([cached_keys, key], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores)
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ values, keys, values
