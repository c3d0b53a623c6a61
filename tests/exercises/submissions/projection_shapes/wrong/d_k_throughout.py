"""Bug: d_v is not used.

Caught by: d_v that is not d_k
Diagnosis: the values have the width of the keys
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    w_query = (d_model, n_heads * d_k)
    w_key = (d_model, n_heads * d_k)
    w_value = (d_model, n_heads * d_k)
    w_output = (n_heads * d_k, d_model)
    return w_query, w_key, w_value, w_output
