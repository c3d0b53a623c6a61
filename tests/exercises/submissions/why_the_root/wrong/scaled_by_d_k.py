"""Bug: the scores are divided by d_k.

Caught by: the ratio after scaling
Diagnosis: by dividing the scores by d_k
"""

import math


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": math.exp(12),
        "scaled ratio": 1.087,
        "scaled slope": 0.2496,
    }
