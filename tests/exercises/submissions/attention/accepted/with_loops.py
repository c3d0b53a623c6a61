"""Loops over everything, and the division at the very end."""

import math

import numpy as np


def attention(query, key, value):
    if query.shape[-1] != key.shape[-1]:
        raise ValueError("query and key differ in width")
    if key.shape[-2] != value.shape[-2]:
        raise ValueError("key and value differ in number")
    result = np.zeros(query.shape[:-1] + value.shape[-1:])
    for index in np.ndindex(query.shape[:-1]):
        batch = index[:-1]
        scores = [float(np.dot(query[index], k)) / math.sqrt(len(k)) for k in key[batch]]
        largest = max(scores)
        total = 0.0
        for score, v in zip(scores, value[batch]):
            power = math.exp(score - largest)
            total += power
            result[index] += power * v
        result[index] /= total
    return result
