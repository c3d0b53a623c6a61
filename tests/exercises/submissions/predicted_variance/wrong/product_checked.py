"""Bug: only the product is checked, and two negative variances pass.

Caught by: no such variance
Diagnosis: neither of the two variances
"""


def predicted_variance(d_k, query_variance, key_variance):
    each = query_variance * key_variance
    if d_k < 1 or each < 0:
        raise ValueError("a variance cannot be negative")
    return d_k * each, each
