"""Bug: the scores are divided by √d_v.

Caught by: nothing hidden
Diagnosis: by dividing by √d_v
"""

import numpy as np


def masked_attention(query, key, value, mask):
    if query.shape[-1] != key.shape[-1] or key.shape[-2] != value.shape[-2]:
        raise ValueError("the shapes do not fit")
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(value.shape[-1])
    if np.broadcast_shapes(scores.shape, mask.shape) != scores.shape:
        raise ValueError("the mask does not fit")
    scores = scores + mask
    top = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(top), 0.0, top))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1.0, total) @ value
