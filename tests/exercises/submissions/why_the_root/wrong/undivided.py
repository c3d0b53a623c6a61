"""Bug: nothing is divided.

Caught by: the size after division by d_k
Diagnosis: the size before the division
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.1966,
    }
