"""Bug: a query that is wider than the keys is let through.

Caught by: queries and keys of different width
Diagnosis: no dot product with a key of width 1
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] < key_shape[1] or key_shape[0] != value_shape[0]:
        raise ValueError("shapes disagree")
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
