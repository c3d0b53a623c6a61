"""Bug: everything is rounded to two places.

Caught by: the scaled scores
Diagnosis: right to two places only
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.83, 4.95], [-2.12, 0.71]],
        "weights": [[0.11, 0.89], [0.06, 0.94]],
        "causal_weights": [[1, 0], [0.06, 0.94]],
        "causal_output": [[1, 4], [4.78, -1.67]],
    }
