"""Bug: the score is scaled already.

Caught by: the size of a score
Diagnosis: of a score that is divided by √d_k
"""

import math


def why_the_root():
    return {
        "typical": 1,
        "typical doubled": 4,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.1966,
    }
