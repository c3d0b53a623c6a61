"""Bug: the scores are multiplied by the root.

Caught by: one sequence
Diagnosis: by multiplying by √d_k instead
"""

import numpy as np


def attention_scores(query, key):
    return query @ np.swapaxes(key, -2, -1) * np.sqrt(query.shape[-1])
