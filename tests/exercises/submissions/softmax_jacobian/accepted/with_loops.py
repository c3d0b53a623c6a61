"""Entry by entry, weights by log-sum-exp."""

import math

import numpy as np


def softmax_jacobian(scores):
    if np.ndim(scores) != 1 or len(scores) < 1:
        raise ValueError("scores must be one row")
    log_sum = np.logaddexp.reduce(scores)
    p = [math.exp(s - log_sum) for s in scores]
    result = np.zeros((len(p), len(p)))
    for i, p_i in enumerate(p):
        for j, p_j in enumerate(p):
            result[i, j] = p_i * ((i == j) - p_j)
    return result
