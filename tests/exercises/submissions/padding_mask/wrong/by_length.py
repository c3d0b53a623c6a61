"""Bug: real tokens are counted, and taken for the first ones.

Caught by: placeholders before and between real tokens
Diagnosis: counts the real tokens
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    lengths = (token_ids != padding_id).sum(axis=-1)
    places = np.arange(token_ids.shape[-1])
    return np.where(places < lengths[..., None], 0.0, -np.inf)[..., None, :]
