"""Bug: a table of 0 and 1 is multiplied by −∞.

Caught by: placeholders at the end of one sequence
Diagnosis: 0 times −∞ is NaN
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return (token_ids == padding_id)[..., None, :] * -np.inf
