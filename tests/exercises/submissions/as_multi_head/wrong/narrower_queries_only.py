"""Bug: only queries that are narrower than the keys are refused.

Caught by: queries and keys of unequal width
Diagnosis: queries of width 2 have no dot product
"""

import numpy as np


def as_multi_head(w_query, w_key, w_value):
    if not len(w_query) == len(w_key) == len(w_value):
        raise ValueError("the matrices expect tokens of different widths")
    if w_query.shape[1] < w_key.shape[1]:
        raise ValueError("queries are narrower than keys")
    return 1, np.eye(w_value.shape[1])
