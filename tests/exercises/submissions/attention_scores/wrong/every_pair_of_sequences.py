"""Bug: numpy.dot on a batch.

Caught by: a batch of sequences
Diagnosis: multiplies every sequence of a batch with every other
"""

import numpy as np


def attention_scores(query, key):
    return np.dot(query, np.swapaxes(key, -2, -1)) / np.sqrt(query.shape[-1])
