"""Bug: a single number is left to NumPy.

Caught by: a single number
Diagnosis: but raised IndexError
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    return np.where(token_ids == padding_id, -np.inf, 0.0)[..., None, :]
