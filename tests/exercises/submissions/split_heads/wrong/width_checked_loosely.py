"""Bug: only a width below the number of heads is refused.

Caught by: heads that cannot share the width
Diagnosis: two heads cannot share 3 features
"""

import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] < n_heads:
        raise ValueError("there are too few features")
    d = x.shape[-1] // n_heads
    return np.stack([x[..., h * d : (h + 1) * d] for h in range(n_heads)], axis=-3)
