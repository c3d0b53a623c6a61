"""Bug: an entry is left open.

Caught by: the size of a score
Diagnosis: is not filled in yet
"""

import math


def why_the_root():
    return {
        "typical": ...,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": math.e,
        "scaled slope": 0.1966,
    }
