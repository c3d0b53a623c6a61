"""Sums by einsum, weights by log-sum-exp."""

import numpy as np


def masked_attention(query, key, value, mask):
    if query.shape[-1] != key.shape[-1] or key.shape[-2] != value.shape[-2]:
        raise ValueError("query, key and value do not fit together")
    scores = np.einsum("...id,...jd->...ij", query * query.shape[-1] ** -0.5, key) + mask
    log_sum = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    log_sum[log_sum == -np.inf] = 0.0
    return np.einsum("...ij,...jd->...id", np.exp(scores - log_sum), value)
