"""With standard deviations, in NumPy numbers; their roots refuse what is negative."""

import numpy as np


def predicted_variance(d_k, query_variance, key_variance):
    if d_k <= 0 or min(query_variance, key_variance) < 0:
        raise ValueError("no such score")
    sigma = np.sqrt(query_variance) * np.sqrt(key_variance)
    unscaled = sigma * np.sqrt(d_k)
    return np.square(unscaled), np.square(unscaled / np.sqrt(d_k))
