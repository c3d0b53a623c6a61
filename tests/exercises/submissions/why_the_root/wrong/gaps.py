"""Bug: the gaps instead of the ratios.

Caught by: the ratio of the weights
Diagnosis: this is the gap itself
"""


def why_the_root():
    return {
        "typical": 12,
        "typical doubled": 48,
        "typical by d_k": 1 / 12,
        "ratio": 12,
        "scaled ratio": 1,
        "scaled slope": 0.1966,
    }
