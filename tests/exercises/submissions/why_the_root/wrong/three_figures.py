"""Bug: three figures are given of a large number.

Caught by: the ratio of the weights
Diagnosis: rounded too far
"""


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 0.0833,
        "ratio": 163_000,
        "scaled ratio": 2.718,
        "scaled slope": 0.197,
    }
