"""Bug: the widths are cut to the shorter one.

Caught by: shapes that disagree
Diagnosis: no dot product with a key of width 4
"""

import numpy as np


def attention(query, key, value):
    width = min(query.shape[-1], key.shape[-1])
    scores = query[..., :width] @ np.swapaxes(key[..., :width], -2, -1) / np.sqrt(width)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
