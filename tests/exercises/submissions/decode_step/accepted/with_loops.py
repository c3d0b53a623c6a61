"""Loops over the sequences and the keys."""

import math

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    *batch, n_cached, d_k = cached_keys.shape
    d_v = value.shape[-1]
    if query.shape[-1] != d_k or key.shape[-1] != d_k or cached_values.shape[-1] != d_v:
        raise ValueError("the widths do not fit together")
    if cached_values.shape[-2] != n_cached:
        raise ValueError("a cached key without a value, or the other way round")
    keys, values = np.zeros((*batch, n_cached + 1, d_k)), np.zeros((*batch, n_cached + 1, d_v))
    output = np.zeros((*batch, 1, d_v))
    for index in np.ndindex(*batch):
        keys[index] = list(cached_keys[index]) + list(key[index])
        values[index] = list(cached_values[index]) + list(value[index])
        asked = query[index][0]
        scores = [sum(q * k for q, k in zip(asked, row)) / math.sqrt(d_k) for row in keys[index]]
        powers = [math.exp(score - max(scores)) for score in scores]
        for power, row in zip(powers, values[index]):
            output[index][0] += power / sum(powers) * row
    return output, keys, values
