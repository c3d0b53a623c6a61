"""Loops over the batch, the heads and the queries."""

import math

import numpy as np


def grouped_attention(query, key, value):

    *batch, h, n, d_k = query.shape
    g = key.shape[-3]
    if h % g != 0:
        raise ValueError(f"{h} query heads cannot share {g} key heads")
    if value.shape[-3] != g:
        raise ValueError("there must be as many heads of values as of keys")
    result = np.zeros((*batch, h, n, value.shape[-1]))
    for index in np.ndindex(*batch, h, n):
        *where, head, _ = index
        shared = (*where, head * g // h)
        scores = [float(np.dot(query[index], k)) / math.sqrt(d_k) for k in key[shared]]
        powers = [math.exp(score - max(scores)) for score in scores]
        for power, v in zip(powers, value[shared]):
            result[index] += power / sum(powers) * v
    return result
