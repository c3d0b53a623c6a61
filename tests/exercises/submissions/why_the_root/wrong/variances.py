"""Bug: variances instead of standard deviations.

Caught by: the size of a score
Diagnosis: this is a variance
"""

import math


def why_the_root():
    return {
        "typical": 144,
        "typical doubled": 2304,
        "typical by d_k": 1 / 144,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.1966,
    }
