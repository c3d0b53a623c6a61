"""Bug: the heads of keys and values are looked for on the first axis.

Caught by: a batch of sequences
Diagnosis: are picked by their first axis
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    outputs = []
    for head in range(h):
        shared = head // (h // g)
        outputs.append(attention(query[..., head, :, :], key[shared], value[shared]))
    return np.stack(outputs, axis=-3)
