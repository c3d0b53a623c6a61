"""Bug: the order is checked and then not used.

Caught by: one sequence
Diagnosis: the tokens in their old order
"""


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    return tokens.copy()
