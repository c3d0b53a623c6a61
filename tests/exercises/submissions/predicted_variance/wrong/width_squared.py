"""Bug: each entry meets each entry.

Caught by: entries of variance 1
Diagnosis: with d_k² products
"""


def predicted_variance(d_k, query_variance, key_variance):
    if d_k < 1:
        raise ValueError("d_k must be at least 1")
    if query_variance < 0 or key_variance < 0:
        raise ValueError("a variance cannot be negative")
    unscaled = 0.0
    for _ in range(d_k):
        for _ in range(d_k):
            unscaled += query_variance * key_variance
    return unscaled, unscaled / d_k
