"""Bug: the scores are not divided.

Caught by: one sequence
Diagnosis: without the division by √d_k
"""

import numpy as np


def attention_scores(query, key):
    return query @ np.swapaxes(key, -2, -1)
