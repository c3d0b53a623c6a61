"""Bug: what has no partner is left out.

Caught by: shapes that disagree
Diagnosis: 3 cached keys need 3 cached values, and there are 4
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys = np.concatenate([cached_keys, key], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    output = np.zeros(value.shape)
    for j in range(min(keys.shape[-2], values.shape[-2])):
        output += weights[..., j : j + 1] * values[..., j : j + 1, :]
    return output, keys, values
