"""Bug: two places are given.

Caught by: the size after division by d_k
Diagnosis: rounded too far
"""


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 0.08,
        "ratio": 162_755,
        "scaled ratio": 2.718,
        "scaled slope": 0.2,
    }
