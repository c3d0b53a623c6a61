"""Bug: `.T` on a batch.

Caught by: a batch of sequences
Diagnosis: `.T` reverses all axes
"""

import numpy as np


def attention(query, key, value):
    scores = query @ key.T / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
