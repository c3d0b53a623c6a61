"""Bug: the exponentials are not divided.

Caught by: the weights without a mask
Diagnosis: these are the exponentials
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[16.919, 141.139], [0.12, 2.028]],
        "causal_weights": [[16.919, 0], [0.12, 2.028]],
        "causal_output": [[16.919, 67.675], [10.26, -3.577]],
    }
