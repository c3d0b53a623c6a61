"""Bug: the key's variance is forgotten.

Caught by: entries of other variances
Diagnosis: with the query's variance alone
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    return d_k * query_variance, query_variance
