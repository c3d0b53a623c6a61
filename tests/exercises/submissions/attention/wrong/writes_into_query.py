"""Bug: the query is scaled in place.

Caught by: one sequence
Diagnosis: wrote into query
"""

import numpy as np


def attention(query, key, value):
    if query.dtype.kind == "i":
        query = query.astype(float)
    query /= np.sqrt(query.shape[-1])
    scores = query @ np.swapaxes(key, -2, -1)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value
