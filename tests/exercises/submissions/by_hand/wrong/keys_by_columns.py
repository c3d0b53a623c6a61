"""Bug: the queries meet the columns of the keys.

Caught by: the scores
Diagnosis: has met the columns of the table of keys
"""


def by_hand():
    return {
        "scores": [[0, -5], [5, 5]],
        "scaled": [[0, -3.536], [3.536, 3.536]],
        "weights": [[0.972, 0.028], [0.5, 0.5]],
        "causal_weights": [[1, 0], [0.5, 0.5]],
        "causal_output": [[1, 4], [3, 1]],
    }
