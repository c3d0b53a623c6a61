"""Bug: the variances are taken for 1.

Caught by: entries of other variances
Diagnosis: the numbers for entries of variance 1
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    return float(d_k), 1.0
