"""Bug: the check is an assertion.

Caught by: an order that repeats a token
Diagnosis: but raised AssertionError
"""


def permute(tokens, order):
    assert sorted(order) == list(range(tokens.shape[-2]))
    return tokens[..., order, :]
