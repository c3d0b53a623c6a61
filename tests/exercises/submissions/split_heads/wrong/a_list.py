"""Bug: the heads come as a list.

Caught by: one sequence
Diagnosis: a result of type list
"""

import numpy as np


def split_heads(x, n_heads):
    return np.split(x, n_heads, axis=-1)
