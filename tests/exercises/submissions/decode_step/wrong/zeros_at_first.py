"""Bug: without a cache the output is zeros.

Caught by: nothing cached yet
Diagnosis: its own value comes out
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    if cached_keys.shape[-2] == 0:
        return np.zeros(value.shape), key.copy(), value.copy()
    keys = np.concatenate([cached_keys, key], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ values, keys, values
