"""Bug: queries and keys are ignored: a running mean of the values.

Caught by: one sequence
Diagnosis: none
"""

import numpy as np


def attention(query, key, value):
    counts = np.arange(1, value.shape[-2] + 1)[:, None]
    return (np.cumsum(value, axis=-2) / counts)[..., : query.shape[-2], :]
