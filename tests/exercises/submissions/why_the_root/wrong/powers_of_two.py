"""Bug: powers of 2.

Caught by: the ratio of the weights
Diagnosis: this is 2 to the power of the gap
"""


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": 4096,
        "scaled ratio": 2,
        "scaled slope": 0.1966,
    }
