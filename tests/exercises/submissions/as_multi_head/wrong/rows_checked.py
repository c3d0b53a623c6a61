"""Bug: only rows are compared.

Caught by: queries and keys of unequal width
Diagnosis: queries of width 1 have no dot product
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    if not len(w_query) == len(w_key) == len(w_value):
        raise ValueError("the three expect tokens of different widths")
    return 1, np.eye(w_value.shape[1])
