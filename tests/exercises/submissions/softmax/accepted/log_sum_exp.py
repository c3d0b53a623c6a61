"""The logarithm of the sum is taken off, and nothing is divided."""

import numpy as np


def softmax(scores):
    log_sum = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    if not np.isfinite(log_sum).all():
        raise ValueError("a row has no score but -inf")
    return np.exp(scores - log_sum)
