"""Bug: the check sorts the order itself, which is the caller's.

Caught by: one sequence
Diagnosis: the tokens in their old order
"""


def permute(tokens, order):
    order.sort()
    if order != list(range(tokens.shape[-2])):
        raise ValueError("no permutation")
    return tokens[..., order, :]
