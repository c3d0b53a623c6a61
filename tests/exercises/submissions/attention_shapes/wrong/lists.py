"""Bug: lists are returned.

Caught by: four different sizes
Diagnosis: a result of type list came back
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] != key_shape[1] or key_shape[0] != value_shape[0]:
        raise ValueError("shapes disagree")
    return [[query_shape[0], key_shape[0]], [query_shape[0], value_shape[1]]]
