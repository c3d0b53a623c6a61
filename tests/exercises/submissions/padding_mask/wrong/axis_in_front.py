"""Bug: the new axis is the first.

Caught by: a batch of sequences
Diagnosis: stands in front of everything
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return np.where(token_ids == padding_id, -np.inf, 0.0)[None]
