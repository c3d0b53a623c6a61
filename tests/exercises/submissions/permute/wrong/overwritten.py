"""Bug: a copy is written while it is read.

Caught by: one sequence
Diagnosis: overwritten before they were read
"""


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    result = tokens.copy()
    for place, token in enumerate(order):
        result[..., place, :] = result[..., token, :]
    return result
