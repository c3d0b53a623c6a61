"""Bug: everything is refused.

Caught by: four different sizes
Diagnosis: It raised ValueError in line
"""


def attention_shapes(query_shape, key_shape, value_shape):
    raise ValueError("shapes disagree")
