"""The query heads get two axes, and einsum shares the keys along one of them."""

import numpy as np


def grouped_attention(query, key, value):

    *lead, h, n, d_k = query.shape
    g = key.shape[-3]
    if value.shape[-3] != g:
        raise ValueError("keys and values differ in number of heads")
    grouped = (query * d_k**-0.5).reshape(*lead, g, h // g, n, d_k)
    scores = np.einsum("...grnd,...gmd->...grnm", grouped, key)
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    output = np.einsum("...grnm,...gmv->...grnv", weights, value)
    return output.reshape(*lead, h, n, -1)
