"""Loops over sequences, queries and keys; each value is compared with the output."""

import math

import numpy as np


def attention_gradient(query, key, value, grad_output):
    if grad_output.shape != query.shape[:-1] + value.shape[-1:]:
        raise ValueError("grad_output does not have the shape of the output")
    d_query, d_key, d_value = (np.zeros(x.shape) for x in (query, key, value))
    root = math.sqrt(query.shape[-1])
    for index in np.ndindex(query.shape[:-1]):
        batch = index[:-1]
        scores = [float(np.dot(query[index], k)) / root for k in key[batch]]
        top = max(scores)
        total = sum(math.exp(score - top) for score in scores)
        weights = [math.exp(score - top) / total for score in scores]
        output = sum(w * v for w, v in zip(weights, value[batch]))
        for j, weight in enumerate(weights):
            change = weight * float(np.dot(value[batch][j] - output, grad_output[index])) / root
            d_query[index] += change * key[batch][j]
            d_key[batch][j] += change * query[index]
            d_value[batch][j] += weight * grad_output[index]
    return d_query, d_key, d_value
