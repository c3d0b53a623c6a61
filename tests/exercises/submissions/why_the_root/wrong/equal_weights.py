"""Bug: the slope of two equal weights.

Caught by: the slope after scaling
Diagnosis: that of two equal weights
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.25,
    }
