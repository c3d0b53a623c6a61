"""Bug: all sequences meet the keys of the first.

Caught by: a batch of sequences
Diagnosis: has met the keys of the first one
"""

import numpy as np


def attention_scores(query, key):
    while key.ndim > 2:
        key = key[0]
    return query @ key.T / np.sqrt(query.shape[-1])
