"""Bug: a key is misspelt.

Caught by: the ratio after scaling
Diagnosis: or is spelt differently
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "ratio scaled": math.e,
        "scaled slope": 0.1966,
    }
