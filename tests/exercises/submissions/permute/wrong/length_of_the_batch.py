"""Bug: the number of tokens is taken from the first axis.

Caught by: a batch of sequences
Diagnosis: It raised ValueError in line
"""


def permute(tokens, order):
    if sorted(order) != list(range(len(tokens))):
        raise ValueError("no permutation")
    return tokens[..., order, :]
