"""The values are added up first, and divided at the end."""

import numpy as np


def masked_attention(query, key, value, mask):
    d_k = query.shape[-1]
    scores = (query / d_k**0.25) @ np.swapaxes(key / d_k**0.25, -2, -1)
    scores = np.where(np.isneginf(mask), -np.inf, scores + np.where(np.isneginf(mask), 0, mask))
    largest = np.maximum(scores.max(axis=-1, keepdims=True), np.finfo(float).min)
    powers = np.exp(scores - largest)
    total = powers.sum(axis=-1)[..., None]
    output = np.zeros((*query.shape[:-1], value.shape[-1]))
    np.divide(powers @ value, total, out=output, where=total > 0)
    return output
