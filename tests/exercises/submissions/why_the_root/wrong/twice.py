"""Bug: twice the size, for one factor only.

Caught by: the size with doubled entries
Diagnosis: twice the typical size of an undoubled score
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 24,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.1966,
    }
