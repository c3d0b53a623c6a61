"""Bug: the first axis is reordered, which in a batch is not the tokens.

Caught by: a batch of sequences
Diagnosis: the sequences of the batch in another order
"""


def permute(tokens, order):
    if sorted(order) != list(range(tokens.shape[-2])):
        raise ValueError("order has to hold each token once")
    return tokens[order]
