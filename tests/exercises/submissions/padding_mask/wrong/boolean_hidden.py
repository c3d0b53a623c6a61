"""Bug: True for hidden.

Caught by: placeholders at the end of one sequence
Diagnosis: True where a token is hidden
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    return (token_ids == padding_id)[..., None, :]
