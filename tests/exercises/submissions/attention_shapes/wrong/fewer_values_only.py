"""Bug: more values than keys are let through.

Caught by: more values than keys, or fewer
Diagnosis: 4 keys need 4 values, and there are 5
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] != key_shape[1] or value_shape[0] < key_shape[0]:
        raise ValueError("shapes disagree")
    return (query_shape[0], key_shape[0]), (query_shape[0], value_shape[1])
