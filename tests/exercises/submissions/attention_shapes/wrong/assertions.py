"""Bug: bad input raises AssertionError.

Caught by: queries and keys of different width
Diagnosis: but raised AssertionError
"""


def attention_shapes(query_shape, key_shape, value_shape):
    assert query_shape[1] == key_shape[1]
    assert key_shape[0] == value_shape[0]
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
