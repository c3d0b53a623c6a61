"""Bug: each score is divided by the sum of its row.

Caught by: one sequence
Diagnosis: dividing each score by the sum of its row
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    return scores / scores.sum(axis=-1, keepdims=True) @ value
