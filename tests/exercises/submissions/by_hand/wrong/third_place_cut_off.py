"""Bug: the third place is cut off instead of rounded.

Caught by: the weights without a mask
Diagnosis: what follows the third place was cut off
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.107, 0.892], [0.055, 0.944]],
        "causal_weights": [[1, 0], [0.055, 0.944]],
        "causal_output": [[1, 4], [4.777, -1.665]],
    }
