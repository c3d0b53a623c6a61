"""Bug: a variance of 0 is refused.

Caught by: entries that do not vary
Diagnosis: It raised ValueError
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1 or query_variance <= 0 or key_variance <= 0:
        raise ValueError("all three must be positive")
    each = query_variance * key_variance
    return d_k * each, each
