"""Bug: the standard deviations are multiplied.

Caught by: entries of other variances
Diagnosis: by taking the roots of the variances first
"""

import math


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    each = math.sqrt(query_variance) * math.sqrt(key_variance)
    return d_k * each, each
