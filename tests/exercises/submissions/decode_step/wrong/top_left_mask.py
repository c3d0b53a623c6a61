"""Bug: a causal mask that starts at the top left.

Caught by: some tokens cached
Diagnosis: counted from the top left corner
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys = np.concatenate([cached_keys, key], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    scores = query @ np.swapaxes(keys, -2, -1) / np.sqrt(query.shape[-1])
    allowed = np.tril(np.ones(scores.shape[-2:], dtype=bool))
    scores = np.where(allowed, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ values, keys, values
