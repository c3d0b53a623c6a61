"""Bug: only one axis of sequences is thought of.

Caught by: two leading axes
Diagnosis: shape (2, 2, 2) came back where (2, 1, 2, 2) should
"""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    if padding.ndim == 2:
        return causal + padding
    result = np.zeros((len(padding), *causal.shape))
    for number, row in enumerate(padding):
        result[number] = causal + row
    return result
