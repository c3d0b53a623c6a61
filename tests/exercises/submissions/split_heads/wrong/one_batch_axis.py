"""Bug: there is either no batch or one axis of it.

Caught by: two leading axes
Diagnosis: It raised ValueError in line
"""


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("the heads cannot share the width")
    if x.ndim == 2:
        n, width = x.shape
        return x.reshape(n, n_heads, width // n_heads).transpose(1, 0, 2)
    batch, n, width = x.shape
    return x.reshape(batch, n, n_heads, width // n_heads).transpose(0, 2, 1, 3)
