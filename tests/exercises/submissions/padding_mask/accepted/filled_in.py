"""Zeros, into which −∞ is written."""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.shape(token_ids) == ():
        raise ValueError("token_ids: expected shape (..., M)")
    mask = np.zeros(token_ids.shape)
    mask[token_ids == padding_id] = -np.inf
    return np.expand_dims(mask, axis=-2)
