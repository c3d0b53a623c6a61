"""Bug: another number of keys than of queries is refused.

Caught by: four different sizes
Diagnosis: N need not be M
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[0] != key_shape[0]:
        raise ValueError("there are not as many keys as queries")
    if query_shape[1] != key_shape[1] or key_shape[0] != value_shape[0]:
        raise ValueError("the shapes disagree")
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
