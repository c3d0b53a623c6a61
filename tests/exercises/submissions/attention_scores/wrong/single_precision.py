"""Bug: everything is computed in single precision.

Caught by: one sequence
Diagnosis: only to the few digits that float32 holds
"""

import numpy as np


def attention_scores(query, key):
    root = np.float32(np.sqrt(query.shape[-1]))
    return np.float32(query) @ np.swapaxes(np.float32(key), -2, -1) / root
