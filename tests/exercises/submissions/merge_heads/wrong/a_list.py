"""Bug: a list of rows is returned.

Caught by: one sequence
Diagnosis: a result of type list
"""

import numpy as np


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("there is no axis of heads")
    return [np.concatenate(list(row), axis=-1) for row in np.swapaxes(heads, -3, -2)]
