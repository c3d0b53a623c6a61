"""Loops over every pair."""

import math

import numpy as np


def attention_scores(query, key):
    *batch, n_queries, d_k = query.shape
    n_keys = key.shape[-2]
    if key.shape[-1] != d_k:
        raise ValueError("widths differ")
    scores = np.zeros((*batch, n_queries, n_keys))
    for place in np.ndindex(*batch):
        for i in range(n_queries):
            for j in range(n_keys):
                total = 0.0
                for a, b in zip(query[place][i], key[place][j]):
                    total += a * b
                scores[(*place, i, j)] = total / math.sqrt(d_k)
    return scores
