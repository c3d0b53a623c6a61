"""Bug: the number of values is not looked at.

Caught by: more values than keys, or fewer
Diagnosis: 4 keys need 4 values
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] != key_shape[1]:
        raise ValueError("widths differ")
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
