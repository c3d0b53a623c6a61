"""Bug: six numbers without their names.

Caught by: the size of a score
Diagnosis: What came out
"""

import math


def why_the_root():
    return 12, 48, 1 / 12, math.exp(12), math.e, 0.1966
