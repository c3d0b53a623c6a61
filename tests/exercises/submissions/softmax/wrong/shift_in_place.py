"""Bug: the exponentials are written into the array of whole numbers.

Caught by: whole numbers
Diagnosis: It raised UFuncTypeError
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    scores = scores - scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    return scores / scores.sum(axis=-1, keepdims=True)
