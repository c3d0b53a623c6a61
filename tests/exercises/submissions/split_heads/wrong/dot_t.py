"""Bug: all axes are reversed.

Caught by: one sequence
Diagnosis: reverse all axes
"""


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the width cannot be shared out")
    d = x.shape[-1] // n_heads
    parts = x.reshape(*x.shape[:-1], n_heads, d)
    return parts.T
