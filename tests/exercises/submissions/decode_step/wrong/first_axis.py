"""Bug: joined along the first axis.

Caught by: a batch of sequences
Diagnosis: along the first axis
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys = np.concatenate([cached_keys, key])
    values = np.concatenate([cached_values, value])
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ values, keys, values
