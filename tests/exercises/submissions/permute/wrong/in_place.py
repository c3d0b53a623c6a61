"""Bug: the result is written into the tokens.

Caught by: one sequence
Diagnosis: wrote into tokens
"""


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    tokens[:] = tokens[..., order, :]
    return tokens
