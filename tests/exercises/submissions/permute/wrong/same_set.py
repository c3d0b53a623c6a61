"""Bug: lists are compared as sets.

Caught by: an order of the wrong length
Diagnosis: it gives 4 places, and there are 3 tokens
"""


def permute(tokens, order):
    if set(order) != set(range(tokens.shape[-2])):
        raise ValueError("no permutation")
    return tokens[..., order, :]
