"""Bug: the scaled variance is taken for 1.

Caught by: entries of other variances
Diagnosis: the second number is 1 whatever is given
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1 or query_variance < 0 or key_variance < 0:
        raise ValueError("no such width or variance")
    unscaled = float(d_k * query_variance * key_variance)
    return unscaled, 1.0
