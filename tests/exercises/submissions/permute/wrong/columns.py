"""Bug: the features are reordered.

Caught by: one sequence
Diagnosis: the features in another order
"""


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    return tokens[..., order]
