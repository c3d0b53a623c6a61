"""Bug: the ratio takes the place of the weight.

Caught by: the slope after scaling
Diagnosis: with the ratio r of the weights
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 2.718 * (1 - 2.718),
    }
