"""Bug: the scores keep the width of the queries.

Caught by: four different sizes
Diagnosis: the scores keep the width d_k
"""


def attention_shapes(query_shape, key_shape, value_shape):
    if query_shape[1] != key_shape[1] or key_shape[0] != value_shape[0]:
        raise ValueError("shapes disagree")
    return query_shape, (query_shape[0], value_shape[1])
