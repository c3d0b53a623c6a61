"""Bug: a sequence of placeholders alone is shown.

Caught by: nothing but placeholders, or none
Diagnosis: shows everything where everything should be hidden
"""

import numpy as np


def padding_mask(token_ids, padding_id):
    if np.ndim(token_ids) == 0:
        raise ValueError("a single number is no sequence")
    hidden = token_ids == padding_id
    hidden = hidden & ~hidden.all(axis=-1, keepdims=True)
    return np.where(hidden, -np.inf, 0.0)[..., None, :]
