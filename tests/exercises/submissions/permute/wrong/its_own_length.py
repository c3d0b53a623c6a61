"""Bug: order is compared with its own length.

Caught by: an order of the wrong length
Diagnosis: it gives 2 places, and there are 3 tokens
"""


def permute(tokens, order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("no permutation")
    return tokens[..., order, :]
