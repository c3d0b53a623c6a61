"""Bug: the variance is divided by the root.

Caught by: entries of variance 1
Diagnosis: by dividing the variance by √d_k
"""

import math


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    variance = d_k * query_variance * key_variance
    return variance, variance / math.sqrt(d_k)
