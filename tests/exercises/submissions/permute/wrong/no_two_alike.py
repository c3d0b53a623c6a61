"""Bug: only repetitions are refused.

Caught by: an order with numbers that are no token's
Diagnosis: −1 is not one of
"""


def permute(tokens, order):
    if len(order) != tokens.shape[-2] or len(set(order)) != len(order):
        raise ValueError("a token is there twice")
    return tokens[..., order, :]
