"""Bug: the longer side is cut off.

Caught by: widths that differ
Diagnosis: no dot product with a key of width 4
"""

import numpy as np


def attention_scores(query, key):
    width = min(query.shape[-1], key.shape[-1])
    return query[..., :width] @ np.swapaxes(key[..., :width], -2, -1) / np.sqrt(width)
