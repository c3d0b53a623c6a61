"""Bug: the queries are scaled in place.

Caught by: one sequence
Diagnosis: wrote into query
"""

import numpy as np


def attention_scores(query, key):
    if query.dtype.kind == "i":
        query = query.astype(float)
    query /= np.sqrt(query.shape[-1])
    return query @ np.swapaxes(key, -2, -1)
