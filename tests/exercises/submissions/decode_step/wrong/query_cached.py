"""Bug: the query is put among the keys.

Caught by: some tokens cached
Diagnosis: the query has been put among the keys
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys = np.concatenate([cached_keys, query], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ values, keys, values
