"""Bug: heads are not foreseen: exactly one batch axis.

Caught by: sequences and heads
Diagnosis: It raised ValueError in line
"""

import numpy as np


def attention(query, key, value):
    if query.ndim == 2:
        return attention(query[None], key[None], value[None])[0]
    scores = np.einsum("bid,bjd->bij", query, key) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.einsum("bij,bjd->bid", powers / powers.sum(axis=-1, keepdims=True), value)
