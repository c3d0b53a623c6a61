"""Bug: shapes that disagree are accepted.

Caught by: queries and keys of different width
Diagnosis: no dot product with a key of width 4
"""


def attention_shapes(query_shape, key_shape, value_shape):
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
