"""Bug: what overflows is patched afterwards.

Caught by: scores of 1000
Diagnosis: in the place of the NaN that overflow has left
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores)
    return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))
