"""Bug: cached keys of width 1 are stretched to the new key's width.

Caught by: shapes that disagree
Diagnosis: a key of width 4 cannot join keys of width 1
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    n = cached_keys.shape[-2]
    if cached_values.shape[-2] != n:
        raise ValueError("the caches differ in number")
    if value.shape[-1] != cached_values.shape[-1]:
        raise ValueError("value and cached values differ in width")
    if query.shape[-1] != key.shape[-1]:
        raise ValueError("query and key differ in width")
    keys = np.zeros((*cached_keys.shape[:-2], n + 1, key.shape[-1]))
    values = np.zeros((*cached_values.shape[:-2], n + 1, value.shape[-1]))
    keys[..., :n, :], values[..., :n, :] = cached_keys, cached_values
    keys[..., n:, :], values[..., n:, :] = key, value
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ values, keys, values
