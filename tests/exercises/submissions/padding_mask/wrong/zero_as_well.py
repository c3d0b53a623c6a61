"""Bug: 0 is hidden besides the padding id.

Caught by: a padding id other than 0
Diagnosis: hides the id 0 besides
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return np.where((token_ids == padding_id) | (token_ids == 0), -np.inf, 0.0)[..., None, :]
