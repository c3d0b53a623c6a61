"""Bug: the smaller weight over the larger.

Caught by: the ratio of the weights
Diagnosis: the smaller weight over the larger
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(-12),
        "scaled ratio": 1 / math.e,
        "scaled slope": 0.1966,
    }
