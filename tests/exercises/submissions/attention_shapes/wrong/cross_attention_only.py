"""Bug: as many keys as queries are refused.

Caught by: self-attention, as many keys as queries
Diagnosis: It raised ValueError in line
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] != key_shape[1] or key_shape[0] != value_shape[0]:
        raise ValueError("shapes disagree")
    if query_shape[0] == key_shape[0]:
        raise ValueError("the numbers of queries and keys must differ")
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
