"""Bug: a formula in quotes.

Caught by: the size of a score
Diagnosis: a result of type str
"""

import math


def why_the_root():
    return {
        "typical": "sqrt(144)",
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.1966,
    }
