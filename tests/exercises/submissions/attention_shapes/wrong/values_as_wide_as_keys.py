"""Bug: values are required to be as wide as keys.

Caught by: four different sizes
Diagnosis: It raised ValueError in line
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] != key_shape[1] or key_shape != value_shape:
        raise ValueError("shapes disagree")
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
