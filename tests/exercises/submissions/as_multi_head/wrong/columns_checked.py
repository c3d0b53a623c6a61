"""Bug: only queries and keys are compared.

Caught by: matrices with unequal numbers of rows
Diagnosis: w_value expects tokens of width 3
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    if w_query.shape != w_key.shape:
        raise ValueError("queries and keys differ")
    return 1, np.eye(w_value.shape[1])
