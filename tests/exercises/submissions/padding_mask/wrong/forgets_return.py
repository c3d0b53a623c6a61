"""Bug: nothing is returned.

Caught by: placeholders at the end of one sequence
Diagnosis: Is a `return` missing?
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    mask = np.where(token_ids == padding_id, -np.inf, 0.0)[..., None, :]
