"""Loops over the batch and the tokens that ask."""

import math

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):

    if x.shape[-1] != len(w_query) or not context.shape[-1] == len(w_key) == len(w_value):
        raise ValueError("the matrices do not fit the tokens")
    if w_query.shape[1] != w_key.shape[1]:
        raise ValueError("queries and keys differ in width")
    result = np.zeros((*x.shape[:-1], w_value.shape[1]))
    for place in np.ndindex(*x.shape[:-1]):
        query = x[place] @ w_query
        others = context[place[:-1]]
        scores = [sum(query * (other @ w_key)) / math.sqrt(len(query)) for other in others]
        weights = [math.exp(score - max(scores)) for score in scores]
        for weight, other in zip(weights, others):
            result[place] += weight / sum(weights) * (other @ w_value)
    return result
