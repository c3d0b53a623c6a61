"""Bug: rows of the first axis are taken for all rows there are.

Caught by: batches and heads
Diagnosis: by going along the first axis
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    if scores.ndim == 1:
        powers = np.exp(scores - scores.max())
        return powers / powers.sum()
    rows = [np.exp(row - row.max()) / np.exp(row - row.max()).sum() for row in scores]
    return np.array(rows)
