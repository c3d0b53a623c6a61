"""Bug: the features are dealt out in turn.

Caught by: one sequence
Diagnosis: dealt out in turn, like cards
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    return np.stack([x[..., h::n_heads] for h in range(n_heads)], axis=-3)
