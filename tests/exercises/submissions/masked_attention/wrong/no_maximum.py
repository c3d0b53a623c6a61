"""Bug: no maximum is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: e to the score overflows
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    powers = np.exp(scores)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
