"""Bug: each head has its share of d_model.

Caught by: heads that do not add up to d_model
Diagnosis: takes d_model / h for the width of a head
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    width = d_model // n_heads
    w_query = (d_model, n_heads * width)
    w_key = (d_model, n_heads * width)
    w_value = (d_model, n_heads * width)
    w_output = (n_heads * width, d_model)
    return w_query, w_key, w_value, w_output
