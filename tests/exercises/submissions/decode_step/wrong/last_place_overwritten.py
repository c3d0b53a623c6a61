"""Bug: the last cached token is written over.

Caught by: some tokens cached
Diagnosis: entry, shape (1, 4) came back where (2, 4)
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys, values = cached_keys.copy(), cached_values.copy()
    if cached_keys.shape[-2] == 0:
        keys, values = key.copy(), value.copy()
    keys[..., -1:, :], values[..., -1:, :] = key, value
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ values, keys, values
