"""Bug: W^O is forgotten.

Caught by: the usual widths
Diagnosis: a tuple of 3
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    return (d_model, n_heads * d_k), (d_model, n_heads * d_k), (d_model, n_heads * d_v)
