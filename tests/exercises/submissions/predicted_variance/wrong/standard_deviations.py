"""Bug: the standard deviations are returned.

Caught by: entries of variance 1
Diagnosis: exactly the standard deviations
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    sigma = (query_variance * key_variance) ** 0.5
    return sigma * d_k**0.5, sigma
