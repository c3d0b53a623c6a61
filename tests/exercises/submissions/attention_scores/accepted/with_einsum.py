"""The fourth root of d_k divides both sides; the sum is einsum's."""

import numpy as np


def attention_scores(query, key):
    d_k = query.shape[-1]
    if key.shape[-1] != d_k:
        raise ValueError(f"queries are {d_k} wide, keys {key.shape[-1]}")
    root = d_k**0.25
    return np.einsum("...nd,...md->...nm", query / root, key / root)
