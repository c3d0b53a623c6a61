"""Bug: the caches themselves are made longer.

Caught by: some tokens cached
Diagnosis: the call wrote into cached_keys and cached_values
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    n = cached_keys.shape[-2]
    if cached_keys.ndim == 2 and len(cached_values) == n:
        cached_keys.resize((n + 1, key.shape[-1]), refcheck=False)
        cached_values.resize((n + 1, value.shape[-1]), refcheck=False)
        cached_keys[n:], cached_values[n:] = key, value
        keys, values = cached_keys, cached_values
    else:
        keys = np.concatenate([cached_keys, key], axis=-2)
        values = np.concatenate([cached_values, value], axis=-2)
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ values, keys, values
