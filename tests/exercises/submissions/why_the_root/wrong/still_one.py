"""Bug: the size after a division by the root.

Caught by: the size after division by d_k
Diagnosis: after a division by √d_k
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.1966,
    }
