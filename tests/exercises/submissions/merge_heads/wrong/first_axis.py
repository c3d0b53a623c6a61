"""Bug: what is counted along the first axis is joined.

Caught by: a batch of sequences
Diagnosis: what is counted along the first axis
"""

import numpy as np


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("there is no axis of heads")
    return np.concatenate(list(heads), axis=-1)
