"""Bug: bad variances meet an assertion.

Caught by: no such variance
Diagnosis: but raised AssertionError
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    assert query_variance >= 0
    assert key_variance >= 0
    each = query_variance * key_variance
    return d_k * each, each
