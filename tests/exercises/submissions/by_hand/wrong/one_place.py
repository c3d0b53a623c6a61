"""Bug: everything is rounded to one place.

Caught by: the scaled scores
Diagnosis: rounded too far
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.8, 4.9], [-2.1, 0.7]],
        "weights": [[0.1, 0.9], [0.1, 0.9]],
        "causal_weights": [[1, 0], [0.1, 0.9]],
        "causal_output": [[1, 4], [4.8, -1.7]],
    }
