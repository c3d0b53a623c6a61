"""Bug: a batch is not foreseen.

Caught by: a batch of sequences
Diagnosis: It raised ValueError in line
"""


def split_heads(x, n_heads):
    n, width = x.shape
    if width % n_heads:
        raise ValueError("the width cannot be shared out")
    return x.reshape(n, n_heads, width // n_heads).transpose(1, 0, 2)
