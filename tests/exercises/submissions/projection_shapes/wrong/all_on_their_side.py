"""Bug: all matrices lie on their side.

Caught by: heads that do not add up to d_model
Diagnosis: all four matrices lie on their side
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    w_query = (n_heads * d_k, d_model)
    w_key = (n_heads * d_k, d_model)
    w_value = (n_heads * d_v, d_model)
    w_output = (d_model, n_heads * d_v)
    return w_query, w_key, w_value, w_output
