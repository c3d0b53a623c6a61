"""Bug: nothing is checked.

Caught by: an order that repeats a token
Diagnosis: token 0 is there twice
"""


def permute(tokens, order):
    return tokens[..., order, :]
