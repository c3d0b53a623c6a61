"""A loop for rule 4, a squared factor for rule 3."""

import math


def predicted_variance(d_k, query_variance, key_variance):
    if not (d_k >= 1 and query_variance >= 0 and key_variance >= 0):
        raise ValueError("a width of at least 1 and variances of at least 0 are needed")
    unscaled = 0.0
    for _ in range(d_k):
        unscaled += query_variance * key_variance
    return unscaled, unscaled / math.sqrt(d_k) ** 2
