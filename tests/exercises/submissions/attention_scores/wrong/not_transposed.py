"""Bug: the keys are not transposed.

Caught by: one sequence
Diagnosis: The keys have to be transposed first
"""

import numpy as np


def attention_scores(query, key):
    return query @ key / np.sqrt(query.shape[-1])
