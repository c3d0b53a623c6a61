"""Bug: everything is cut off after two places.

Caught by: the scaled scores
Diagnosis: rounded too far
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.82, 4.94], [-2.12, 0.70]],
        "weights": [[0.10, 0.89], [0.05, 0.94]],
        "causal_weights": [[1, 0], [0.05, 0.94]],
        "causal_output": [[1, 4], [4.77, -1.66]],
    }
