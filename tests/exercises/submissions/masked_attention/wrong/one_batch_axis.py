"""Bug: only one axis of sequences is thought of.

Caught by: sequences and heads
Diagnosis: It raised ValueError
"""

import numpy as np


def masked_attention(query, key, value, mask):
    turned = key.T if key.ndim == 2 else key.transpose(0, 2, 1)
    scores = query @ turned / np.sqrt(query.shape[-1]) + mask
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
