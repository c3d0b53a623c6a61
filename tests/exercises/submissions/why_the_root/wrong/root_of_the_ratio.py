"""Bug: the root of the ratio.

Caught by: the ratio after scaling
Diagnosis: the root of the unscaled ratio
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": 403.4,
        "scaled slope": 0.1966,
    }
