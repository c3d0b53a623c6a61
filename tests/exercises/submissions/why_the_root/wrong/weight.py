"""Bug: the weight instead of the slope.

Caught by: the slope after scaling
Diagnosis: this is the larger weight p
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.7311,
    }
