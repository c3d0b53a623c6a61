"""Bug: the result has the type of the queries.

Caught by: whole numbers
Diagnosis: with their fractions cut off
"""

import numpy as np


def attention_scores(query, key):
    scores = np.zeros(query.shape[:-1] + key.shape[-2:-1], dtype=query.dtype)
    scores[...] = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    return scores
