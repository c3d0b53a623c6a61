"""Bug: the ratio is divided, not the scores.

Caught by: the ratio after scaling
Diagnosis: the unscaled ratio divided by √d_k
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": 13_562.9,
        "scaled slope": 0.1966,
    }
