"""Bug: W^O is d_model by d_model.

Caught by: heads that do not add up to d_model
Diagnosis: W^O is d_model × d_model
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    w_query = (d_model, n_heads * d_k)
    w_key = (d_model, n_heads * d_k)
    w_value = (d_model, n_heads * d_v)
    w_output = (d_model, d_model)
    return w_query, w_key, w_value, w_output
