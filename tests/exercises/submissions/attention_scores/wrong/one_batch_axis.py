"""Bug: heads are not foreseen: at most one batch axis.

Caught by: sequences and heads
Diagnosis: It raised ValueError
"""

import numpy as np


def attention_scores(query, key):
    if query.ndim == 2:
        return query @ key.T / np.sqrt(query.shape[-1])
    return np.einsum("bid,bjd->bij", query, key) / np.sqrt(query.shape[-1])
