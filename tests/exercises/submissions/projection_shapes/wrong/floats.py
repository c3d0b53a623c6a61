"""Bug: the width is a quotient of d_model.

Caught by: the usual widths
Diagnosis: a result of type float
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    w_query = (d_model, d_model / n_heads * n_heads)
    w_key = (d_model, d_model / n_heads * n_heads)
    w_value = (d_model, n_heads * d_v)
    w_output = (n_heads * d_v, d_model)
    return w_query, w_key, w_value, w_output
