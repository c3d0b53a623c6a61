"""Bug: a list is returned.

Caught by: entries of variance 1
Diagnosis: a result of type list
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    each = query_variance * key_variance
    return [d_k * each, each]
