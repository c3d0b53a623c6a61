"""Bug: not more than one axis is foreseen before the heads.

Caught by: two axes before the heads
Diagnosis: with shape (2, 1, 2, 1, 2)
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):

    if query.ndim == 3:
        return grouped_attention(query[None], key[None], value[None])[0]
    batch, h, n, d_k = query.shape
    g = key.shape[1]
    if h % g or value.shape[1] != g:
        raise ValueError("the heads do not fit together")
    grouped = query.reshape(batch, g, h // g, n, d_k)
    return attention(grouped, key[:, :, None], value[:, :, None]).reshape(batch, h, n, -1)
