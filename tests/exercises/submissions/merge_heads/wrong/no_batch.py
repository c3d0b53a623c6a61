"""Bug: a batch is not foreseen.

Caught by: a batch of sequences
Diagnosis: It raised ValueError in line
"""


def merge_heads(heads):
    n_heads, n, d = heads.shape
    return heads.transpose(1, 0, 2).reshape(n, n_heads * d)
