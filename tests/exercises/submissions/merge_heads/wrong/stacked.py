"""Bug: the heads are stacked one below the other.

Caught by: one sequence
Diagnosis: stacked one below the other
"""


def merge_heads(heads):
    *batch, n_heads, n, d = heads.shape
    return heads.reshape(*batch, n_heads * n, d)
