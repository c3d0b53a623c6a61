"""Bug: scores are clipped to ±500 so that nothing overflows.

Caught by: scores of 1000 and -1000
Diagnosis: when large scores are cut off
"""

import numpy as np


def attention(query, key, value):
    scores = np.clip(query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]), -500, 500)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
