"""Bug: the scores are divided by the root of the width of all heads.

Caught by: four query heads on two key heads
Diagnosis: by dividing by √(h·d_k)
"""

import numpy as np


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    key, value = (np.repeat(array, h // g, axis=-3) for array in (key, value))
    d_model = h * query.shape[-1]
    scores = np.einsum("...hnd,...hmd->...hnm", query, key) / np.sqrt(d_model)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
