"""Bug: joined along axis 1 if there are more than two.

Caught by: sequences and heads
Diagnosis: It raised ValueError
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    axis = 0 if key.ndim == 2 else 1
    keys = np.concatenate([cached_keys, key], axis=axis)
    values = np.concatenate([cached_values, value], axis=axis)
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ values, keys, values
