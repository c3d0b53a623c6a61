"""Bug: a single number is taken for a sequence of one.

Caught by: a single number
Diagnosis: a single number is no sequence of tokens
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    return np.where(np.atleast_1d(token_ids) == padding_id, -np.inf, 0.0)[..., None, :]
