"""Every token by itself, all sequences in one long list."""

import numpy as np


def padding_mask(token_ids, padding_id):
    if token_ids.ndim < 1:
        raise ValueError("one number is no sequence")
    entries = []
    for token in token_ids.ravel():
        if token == padding_id:
            entries.append(-np.inf)
        else:
            entries.append(0.0)
    return np.array(entries).reshape(*token_ids.shape[:-1], 1, token_ids.shape[-1])
