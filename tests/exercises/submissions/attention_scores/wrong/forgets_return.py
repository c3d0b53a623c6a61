"""Bug: nothing is returned.

Caught by: one sequence
Diagnosis: Is a `return` missing?
"""

import numpy as np


def attention_scores(query, key):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
