"""Bug: nothing is returned.

Caught by: one sequence
Diagnosis: Is a `return` missing?
"""


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    result = tokens[..., order, :]
