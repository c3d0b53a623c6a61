"""Bug: the row is repeated for each token.

Caught by: placeholders at the end of one sequence
Diagnosis: stands here once for each token
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    row = np.where(token_ids == padding_id, -np.inf, 0.0)[..., None, :]
    return np.repeat(row, token_ids.shape[-1], axis=-2)
