"""Bug: the scores are divided by d_k.

Caught by: one sequence
Diagnosis: by dividing by d_k instead of √d_k
"""

import numpy as np


def attention_scores(query, key):
    d_k = key.shape[-1]
    return np.matmul(query, np.swapaxes(key, -1, -2)) / d_k
