"""Bug: heads that do not add up are refused.

Caught by: heads that do not add up to d_model
Diagnosis: It raised ValueError in line
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    if n_heads * d_k != d_model:
        raise ValueError("the heads do not add up to d_model")
    w_query = (d_model, n_heads * d_k)
    w_key = (d_model, n_heads * d_k)
    w_value = (d_model, n_heads * d_v)
    w_output = (n_heads * d_v, d_model)
    return w_query, w_key, w_value, w_output
