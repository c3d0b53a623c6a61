"""Bug: the real tokens are hidden.

Caught by: placeholders at the end of one sequence
Diagnosis: the real tokens are hidden here
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return np.where(token_ids == padding_id, 0.0, -np.inf)[..., None, :]
