"""Bug: the largest score is taken off before the mask is added, and 0/0 is left.

Caught by: a hidden key with an enormous score
Diagnosis: among the hidden ones too
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True) + mask)
    return powers / powers.sum(axis=-1, keepdims=True) @ value
