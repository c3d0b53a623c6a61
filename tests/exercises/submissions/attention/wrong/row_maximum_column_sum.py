"""Bug: the maximum is a row's, the sum a column's.

Caught by: one sequence
Diagnosis: by dividing by the sums of the columns
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-2, keepdims=True)
    return weights @ value
