"""Bug: any width will do.

Caught by: no such width
Diagnosis: without an entry there is no score
"""


def predicted_variance(d_k, query_variance, key_variance):
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    each = query_variance * key_variance
    return d_k * each, each
