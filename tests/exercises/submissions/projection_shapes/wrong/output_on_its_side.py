"""Bug: W^O lies on its side.

Caught by: heads that do not add up to d_model
Diagnosis: W^O lies on its side
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    w_query = (d_model, n_heads * d_k)
    w_key = (d_model, n_heads * d_k)
    w_value = (d_model, n_heads * d_v)
    w_output = (d_model, n_heads * d_v)
    return w_query, w_key, w_value, w_output
