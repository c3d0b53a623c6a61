"""Bug: the softmax is taken as well.

Caught by: one sequence
Diagnosis: these are exactly the weights
"""

import numpy as np


def attention_scores(query, key):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
