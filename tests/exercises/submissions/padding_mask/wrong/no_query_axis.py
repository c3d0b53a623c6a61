"""Bug: no axis for the queries.

Caught by: placeholders at the end of one sequence
Diagnosis: the axis of the queries is missing
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return np.where(token_ids == padding_id, -np.inf, 0.0)
