"""A slice of columns for each head, stacked."""

import numpy as np


def split_heads(x, n_heads):
    d, rest = divmod(x.shape[-1], n_heads)
    if rest != 0:
        raise ValueError(f"{rest} features are left over")
    return np.stack([x[..., h * d : (h + 1) * d] for h in range(n_heads)], axis=-3)
