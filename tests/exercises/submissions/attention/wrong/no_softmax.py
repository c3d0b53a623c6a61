"""Bug: the scores themselves average the values.

Caught by: one sequence
Diagnosis: without a softmax
"""

import numpy as np


def attention(query, key, value):
    return query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) @ value
