"""Bug: a loop over the keys ends after N of them.

Caught by: a longer or shorter context
Diagnosis: only the first N tokens of the context
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value

    n = x.shape[-2]
    scores = np.stack(
        [(query * key[..., j : j + 1, :]).sum(axis=-1) for j in range(min(n, key.shape[-2]))],
        axis=-1,
    ) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value[..., :n, :]
