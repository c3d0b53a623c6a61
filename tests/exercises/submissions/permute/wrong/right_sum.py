"""Bug: only length and sum are checked.

Caught by: an order that repeats a token
Diagnosis: token 1 is there three times
"""


def permute(tokens, order):
    n = tokens.shape[-2]
    if len(order) != n or sum(order) != n * (n - 1) // 2 or min(order) < 0:
        raise ValueError("no permutation")
    return tokens[..., order, :]
