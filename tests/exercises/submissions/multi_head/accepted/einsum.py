"""Matrices with an axis for the heads, and einsum throughout."""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    d_model, columns = w_query.shape
    if columns % n_heads or w_value.shape[1] % n_heads:
        raise ValueError("the heads cannot share the columns")
    d_k, d_v = columns // n_heads, w_value.shape[1] // n_heads
    query = np.einsum("...nd,dhk->...hnk", x, w_query.reshape(d_model, n_heads, d_k))
    key = np.einsum("...nd,dhk->...hnk", x, w_key.reshape(d_model, n_heads, d_k))
    value = np.einsum("...nd,dhv->...hnv", x, w_value.reshape(d_model, n_heads, d_v))
    scores = np.einsum("...hnk,...hmk->...hnm", query / np.sqrt(d_k), key)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights = weights / weights.sum(-1, keepdims=True)
    return np.einsum("...hnm,...hmv,hvd->...nd", weights, value, w_output.reshape(n_heads, d_v, -1))
