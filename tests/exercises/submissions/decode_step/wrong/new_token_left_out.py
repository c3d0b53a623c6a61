"""Bug: the query attends to the cache alone.

Caught by: some tokens cached
Diagnosis: of the cached tokens alone
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys = np.concatenate([cached_keys, key], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    scores = query @ np.swapaxes(cached_keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ cached_values, keys, values
