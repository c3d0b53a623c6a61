"""Bug: 0 is taken for the placeholder.

Caught by: a padding id other than 0
Diagnosis: takes the id 0 for the placeholder
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return np.where(token_ids != 0, 0.0, -np.inf)[..., None, :]
