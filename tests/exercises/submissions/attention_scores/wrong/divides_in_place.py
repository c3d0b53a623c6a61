"""Bug: whole-number products are divided in place.

Caught by: whole numbers
Diagnosis: It raised UFuncTypeError
"""

import numpy as np


def attention_scores(query, key):
    scores = query @ np.swapaxes(key, -2, -1)
    scores /= np.sqrt(query.shape[-1])
    return scores
