"""Bug: the shapes are those of one head.

Caught by: the usual widths
Diagnosis: the matrices of one head
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    w_query = (d_model, d_k)
    w_key = (d_model, d_k)
    w_value = (d_model, d_v)
    w_output = (d_v, d_model)
    return w_query, w_key, w_value, w_output
