"""Bug: the padding id is subtracted in the caller's array.

Caught by: a padding id other than 0
Diagnosis: wrote into token_ids
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    token_ids -= padding_id
    return np.where(token_ids == 0, -np.inf, 0.0)[..., None, :]
