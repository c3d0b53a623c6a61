"""Bug: cached values of width 1 are stretched to the new value's width.

Caught by: shapes that disagree
Diagnosis: a value of width 2 cannot join values of width 1
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    n = cached_keys.shape[-2]
    if cached_values.shape[-2] != n:
        raise ValueError("the caches differ in number")
    if query.shape[-1] != cached_keys.shape[-1]:
        raise ValueError("query and cached keys differ in width")
    if key.shape[-1] != cached_keys.shape[-1]:
        raise ValueError("key and cached keys differ in width")
    keys = np.zeros((*cached_keys.shape[:-2], n + 1, key.shape[-1]))
    values = np.zeros((*cached_values.shape[:-2], n + 1, value.shape[-1]))
    keys[..., :n, :], values[..., :n, :] = cached_keys, cached_values
    keys[..., n:, :], values[..., n:, :] = key, value
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ values, keys, values
