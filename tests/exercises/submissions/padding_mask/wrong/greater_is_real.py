"""Bug: an id is real if it is greater than the padding id.

Caught by: a padding id other than 0
Diagnosis: hides the ids below
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return np.where(token_ids > padding_id, 0.0, -np.inf)[..., None, :]
