"""Bug: nothing is checked, and einsum repeats a key or value that is alone.

Caught by: shapes that disagree
Diagnosis: no dot product with a key of width 1
"""

import numpy as np


def attention(query, key, value):
    scores = np.einsum("...id,...jd->...ij", query, key) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return np.einsum("...ij,...jd->...id", weights, value)
