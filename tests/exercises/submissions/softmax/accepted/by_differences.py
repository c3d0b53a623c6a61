"""One over the sum of e to the differences, among the scores that are finite."""

import numpy as np


def softmax(scores):
    weights = np.zeros(scores.shape)
    for place in np.ndindex(*scores.shape[:-1]):
        row = scores[place]
        seen = row != -np.inf
        if not seen.any():
            raise ValueError("a row has no score but -inf")
        finite = row[seen]
        with np.errstate(over="ignore"):
            weights[place][seen] = 1 / np.exp(finite[None, :] - finite[:, None]).sum(axis=1)
    return weights
