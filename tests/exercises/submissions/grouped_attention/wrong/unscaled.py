"""Bug: the scores are not scaled.

Caught by: four query heads on two key heads
Diagnosis: without dividing the scores by √d_k
"""

import numpy as np


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    key, value = (np.repeat(array, h // g, axis=-3) for array in (key, value))
    scores = np.einsum("...hnd,...hmd->...hnm", query, key)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
