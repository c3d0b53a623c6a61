"""Bug: the output has as many rows as there are keys.

Caught by: four different sizes
Diagnosis: the output has a row for each key
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] != key_shape[1] or key_shape[0] != value_shape[0]:
        raise ValueError("shapes disagree")
    return (query_shape[0], key_shape[0]), (key_shape[0], value_shape[1])
