"""Bug: reshaped without exchanging axes.

Caught by: one sequence
Diagnosis: which lines up the tokens of head 0
"""


def merge_heads(heads):
    *batch, n_heads, n, d = heads.shape
    return heads.reshape(*batch, n, n_heads * d)
