"""Bug: the scores are multiplied by the mask.

Caught by: nothing hidden
Diagnosis: by multiplying the scores by the mask
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) * mask
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value
