"""Bug: nothing is checked.

Caught by: matrices with unequal numbers of rows
Diagnosis: w_value expects tokens of width 3
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    return 1, np.eye(w_value.shape[1])
