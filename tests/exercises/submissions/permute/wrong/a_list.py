"""Bug: a list of rows is returned.

Caught by: one sequence
Diagnosis: a result of type list
"""


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    return [tokens[..., token, :] for token in order]
