"""Bug: everything from the first placeholder on is hidden, by argmax.

Caught by: placeholders before and between real tokens
Diagnosis: from the first placeholder on
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if token_ids.ndim == 0:
        raise ValueError("a single number")
    first = np.argmax(token_ids == padding_id, axis=-1)[..., None, None]
    return np.where(np.arange(token_ids.shape[-1]) >= first, -np.inf, 0.0)
