"""Bug: the shapes are lists.

Caught by: the usual widths
Diagnosis: entry, a result of type list
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    w_query = [d_model, n_heads * d_k]
    w_key = [d_model, n_heads * d_k]
    w_value = [d_model, n_heads * d_v]
    w_output = [n_heads * d_v, d_model]
    return w_query, w_key, w_value, w_output
