"""Bug: the scores are divided by the root of len(query).

Caught by: one sequence
Diagnosis: the root of the number of queries
"""

import numpy as np


def attention_scores(query, key):
    return query @ np.swapaxes(key, -2, -1) / np.sqrt(len(query))
