"""Bug: ids are compared with is.

Caught by: a large padding id
Diagnosis: one and the same object
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if token_ids.ndim == 0:
        raise ValueError("a single number")
    hidden = [token is padding_id for token in token_ids.ravel().tolist()]
    mask = np.where(np.array(hidden).reshape(token_ids.shape), -np.inf, 0.0)
    return mask[..., None, :]
