"""Bug: a row for each key.

Caught by: one sequence
Diagnosis: the scores lie on their side
"""

import numpy as np


def attention_scores(query, key):
    return key @ np.swapaxes(query, -2, -1) / np.sqrt(query.shape[-1])
