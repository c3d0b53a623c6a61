"""Bug: what is not truthy is hidden.

Caught by: a padding id other than 0
Diagnosis: takes the id 0 for the placeholder
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    rows = token_ids.reshape(-1, token_ids.shape[-1])
    mask = np.array([[0.0 if token else -np.inf for token in row] for row in rows])
    return mask.reshape(*token_ids.shape[:-1], 1, -1)
