"""Bug: `.T` on a batch.

Caught by: a batch of sequences
Diagnosis: `.T` reverses all axes
"""

import numpy as np


def attention_scores(query, key):
    return query @ key.T / np.sqrt(query.shape[-1])
