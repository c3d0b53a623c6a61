"""Bug: a matrix is returned.

Caught by: one sequence
Diagnosis: a result of type matrix
"""

import warnings

import numpy as np


def attention(query, key, value):
    warnings.simplefilter("ignore")
    scores = np.matrix(query) * np.matrix(key).T / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=1))
    return powers / powers.sum(axis=1) * np.matrix(value)
