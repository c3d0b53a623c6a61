"""Bug: −1e9 is added in place of −∞.

Caught by: a hidden key with an enormous score
Diagnosis: −1e9 in place of −∞
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + np.maximum(mask, -1e9)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value
