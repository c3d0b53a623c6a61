"""Bug: the mask has the type of the ids.

Caught by: placeholders at the end of one sequence
Diagnosis: an array of int64 came back
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    mask = np.zeros_like(token_ids)
    mask[token_ids == padding_id] = np.iinfo(token_ids.dtype).min
    return mask[..., None, :]
