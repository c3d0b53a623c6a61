"""Bug: a width of 0 is left to the division.

Caught by: no such width
Diagnosis: but raised ZeroDivisionError
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 0 or query_variance < 0 or key_variance < 0:
        raise ValueError("nothing here can be negative")
    unscaled = d_k * query_variance * key_variance
    return unscaled, unscaled / d_k
