"""Bug: // instead of /.

Caught by: one sequence
Diagnosis: rounded down
"""

import numpy as np


def attention_scores(query, key):
    return query @ np.swapaxes(key, -2, -1) // np.sqrt(query.shape[-1])
