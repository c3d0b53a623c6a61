"""Bug: axes of length 1 are thrown away.

Caught by: one sequence
Diagnosis: shape (3,) came back where (1, 3) should
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    output = np.squeeze(weights @ value)
    return output.reshape(-1, 1) if value.shape[-1] == 1 else output
