"""Loops over the places, into a list of rows that is stacked."""

import numpy as np


def permute(tokens, order):
    n = tokens.shape[-2]
    seen = [False] * n
    for token in order:
        if not 0 <= token < n or seen[token]:
            raise ValueError(f"token {token}")
        seen[token] = True
    if not all(seen):
        raise ValueError("a token is missing")
    return np.stack([tokens[..., token, :] for token in order], axis=-2)
