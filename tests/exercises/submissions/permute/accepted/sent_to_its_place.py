"""Each token is sent to its place, which is where the inverse order has it."""

import numpy as np


def permute(tokens, order):
    n = tokens.shape[-2]
    if len(order) != n or np.any(
        np.bincount(np.clip(order, -1, n) + 1, minlength=n + 2)[1:-1] != 1
    ):
        raise ValueError("each number from 0 to n - 1 is needed once")
    result = np.full_like(tokens, np.nan)
    places = np.empty(n, dtype=int)
    places[order] = range(n)
    for token, place in enumerate(places):
        result[..., place, :] = tokens[..., token, :]
    return result
