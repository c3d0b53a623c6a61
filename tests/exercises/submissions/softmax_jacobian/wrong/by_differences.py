"""Bug: the derivative is estimated by small differences.

Caught by: a row of scores
Diagnosis: to a few digits only
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")

    def softmax(s):
        powers = np.exp(s - s.max())
        return powers / powers.sum()

    step = 1e-5 * np.eye(len(scores))
    return np.stack([(softmax(scores + h) - softmax(scores)) / 1e-5 for h in step], axis=1)
