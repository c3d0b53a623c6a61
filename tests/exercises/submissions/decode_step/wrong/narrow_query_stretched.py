"""Bug: products entry by entry stretch a query of width 1.

Caught by: shapes that disagree
Diagnosis: a query of width 1 has no dot product
"""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    keys = np.concatenate([cached_keys, key], axis=-2)
    values = np.concatenate([cached_values, value], axis=-2)
    if keys.shape[-2] != values.shape[-2]:
        raise ValueError("cached keys and cached values differ in number")
    scores = (query * keys).sum(axis=-1) / np.sqrt(keys.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights[..., None] * values).sum(axis=-2, keepdims=True), keys, values
