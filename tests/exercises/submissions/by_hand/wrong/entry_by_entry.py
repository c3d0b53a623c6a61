"""Bug: entries in the same place are multiplied.

Caught by: the scores
Diagnosis: only products of entries that stand in the same place
"""


def by_hand():
    return {
        "scores": [[3, 1], [-3, 4]],
        "scaled": [[2.121, 0.707], [-2.121, 2.828]],
        "weights": [[0.804, 0.196], [0.007, 0.993]],
        "causal_weights": [[1, 0], [0.007, 0.993]],
        "causal_output": [[1, 4], [4.972, -1.958]],
    }
