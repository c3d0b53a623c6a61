"""The last rows of the full square mask."""

import numpy as np


def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError("more queries than keys")
    with np.errstate(divide="ignore"):
        return np.log(np.tri(n_keys))[-n_queries:]
