"""The logarithm of 1 is 0, that of 0 is −∞."""

import numpy as np


def padding_mask(token_ids, padding_id):
    *batch, n_keys = token_ids.shape
    real = np.not_equal(token_ids, padding_id).astype(float)
    with np.errstate(divide="ignore"):
        return np.log(real).reshape(*batch, 1, n_keys)
