"""Bug: the scores are always scaled for a width of 64.

Caught by: entries of variance 1
Diagnosis: the variance is divided by 64 at every width
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1 or query_variance < 0 or key_variance < 0:
        raise ValueError("no such width or variance")
    unscaled = float(d_k * query_variance * key_variance)
    return unscaled, unscaled / 64
