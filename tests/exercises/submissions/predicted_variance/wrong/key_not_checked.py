"""Bug: the key's variance is not checked.

Caught by: no such variance
Diagnosis: an average of squares
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1 or query_variance < 0:
        raise ValueError("bad width or variance")
    each = query_variance * key_variance
    return d_k * each, each
