"""Bug: the widths are cut to the shorter one.

Caught by: shapes that disagree
Diagnosis: no dot product with a key of width 4
"""

import numpy as np


def masked_attention(query, key, value, mask):
    width = min(query.shape[-1], key.shape[-1])
    scores = query[..., :width] @ np.swapaxes(key[..., :width], -2, -1) / np.sqrt(width) + mask
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
