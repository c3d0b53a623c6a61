"""Bug: axes 0 and 1 change places, which are not the last two of a batch.

Caught by: a batch of sequences
Diagnosis: axes 0 and 1 have changed places
"""

import numpy as np


def attention_scores(query, key):
    return query @ np.swapaxes(key, 0, 1) / np.sqrt(query.shape[-1])
