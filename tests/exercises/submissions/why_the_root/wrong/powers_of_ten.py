"""Bug: powers of 10.

Caught by: the ratio of the weights
Diagnosis: this is 10 to the power of the gap
"""


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": 10**12,
        "scaled ratio": 10,
        "scaled slope": 0.1966,
    }
