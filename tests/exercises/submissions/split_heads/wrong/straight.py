"""Bug: reshaped without exchanging axes.

Caught by: one sequence
Diagnosis: which deals out whole tokens
"""


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    *batch, n, width = x.shape
    return x.reshape(*batch, n_heads, n, width // n_heads)
