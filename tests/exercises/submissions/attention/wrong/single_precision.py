"""Bug: everything is computed in single precision.

Caught by: one sequence
Diagnosis: only to the few digits that float32 holds
"""

import numpy as np


def attention(query, key, value):
    scores = (
        np.float32(query)
        @ np.float32(np.swapaxes(key, -2, -1))
        / np.float32(np.sqrt(query.shape[-1]))
    )
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ np.float32(value)
