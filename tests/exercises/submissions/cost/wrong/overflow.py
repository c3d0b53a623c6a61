"""Bug: NumPy's 64 bits are too few.

Caught by: numbers that a float rounds
Diagnosis: these numbers ran over
"""

import numpy as np


def cost(n_tokens, d_model):
    n, d = np.int64(n_tokens), np.int64(d_model)
    return 4 * n * d * d, 2 * n * n * d, 2 * d + 1
