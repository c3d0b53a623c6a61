"""Bug: everything from the first placeholder on is hidden.

Caught by: placeholders before and between real tokens
Diagnosis: from the first placeholder on
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    seen = np.cumprod(token_ids != padding_id, axis=-1)
    return np.where(seen == 1, 0.0, -np.inf)[..., None, :]
