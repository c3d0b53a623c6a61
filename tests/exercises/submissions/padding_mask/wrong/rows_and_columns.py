"""Bug: whole tables, with the placeholders' rows and columns hidden.

Caught by: placeholders at the end of one sequence
Diagnosis: rows as well as their columns
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    hidden = token_ids == padding_id
    either = hidden[..., :, None] | hidden[..., None, :]
    return np.where(either, -np.inf, 0.0)
