"""Bug: whole tables, with the placeholders' rows hidden.

Caught by: placeholders at the end of one sequence
Diagnosis: hide the placeholders' rows, the queries
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    mask = np.zeros((*token_ids.shape, token_ids.shape[-1]))
    mask[token_ids == padding_id] = -np.inf
    return mask
