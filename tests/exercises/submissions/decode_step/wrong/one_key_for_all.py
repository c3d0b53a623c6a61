"""Bug: a single cached key serves all cached values.

Caught by: shapes that disagree
Diagnosis: 3 cached values need 3 cached keys, and there is 1
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    own = np.sum(query * key, axis=-1, keepdims=True) / np.sqrt(query.shape[-1])
    old = query @ np.swapaxes(cached_keys, -2, -1) / np.sqrt(query.shape[-1])
    if cached_values.shape[-2] < cached_keys.shape[-2]:
        raise ValueError("there are too few cached values")
    top = np.maximum(own, old.max(axis=-1, keepdims=True, initial=-np.inf))
    own_share, old_shares = np.exp(own - top), np.exp(old - top)
    total = own_share + old_shares.sum(axis=-1, keepdims=True)
    shared = (np.swapaxes(old_shares, -2, -1) * cached_values).sum(axis=-2, keepdims=True)
    keys = np.concatenate([cached_keys, key], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    return (own_share * value + shared) / total, keys, values
