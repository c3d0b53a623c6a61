"""Bug: all matrices are d_model by d_model.

Caught by: heads that do not add up to d_model
Diagnosis: all four are d_model × d_model
"""


def projection_shapes(n_heads, d_k, d_v, d_model):
    return ((d_model, d_model),) * 4
