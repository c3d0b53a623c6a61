"""Both masks at full size before they meet."""

import numpy as np


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    shape = (*padding.shape[:-2], *causal.shape)
    result = np.array(np.broadcast_to(causal, shape))
    result += np.repeat(padding, causal.shape[0], axis=-2)
    return result
