"""Bug: the largest score is taken off before the mask is added.

Caught by: a hidden key with an enormous score
Diagnosis: among the hidden ones too
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True) + mask
    powers = np.exp(scores)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
