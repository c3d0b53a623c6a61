"""Bug: the scores are divided by the root of their own width, which is M.

Caught by: one sequence
Diagnosis: the root of the number of keys
"""

import numpy as np


def attention_scores(query, key):
    scores = query @ np.swapaxes(key, -2, -1)
    return scores / np.sqrt(scores.shape[-1])
