"""Bug: two places are given, and the third is cut off.

Caught by: the slope after scaling
Diagnosis: rounded too far
"""


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 0.0833,
        "ratio": 162_755,
        "scaled ratio": 2.718,
        "scaled slope": 0.19,
    }
