"""Bug: widths that differ raise AssertionError.

Caught by: widths that differ
Diagnosis: but raised AssertionError
"""

import numpy as np


def attention_scores(query, key):
    assert query.shape[-1] == key.shape[-1]
    return query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
