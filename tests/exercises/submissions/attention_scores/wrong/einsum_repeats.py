"""Bug: nothing is checked, and einsum repeats a key that is 1 wide.

Caught by: widths that differ
Diagnosis: no dot product with a key of width 1
"""

import numpy as np


def attention_scores(query, key):
    return np.einsum("...id,...jd->...ij", query, key) / np.sqrt(query.shape[-1])
