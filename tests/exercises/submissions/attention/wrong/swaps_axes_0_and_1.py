"""Bug: axes 0 and 1 change places, which are not the last two of a batch.

Caught by: a batch of sequences
Diagnosis: axes 0 and 1 have changed places
"""

import numpy as np


def attention(query, key, value):
    scores = query @ key.swapaxes(0, 1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
