"""Bug: queries are compared with queries.

Caught by: the scores
Diagnosis: the dot products of the queries with each other
"""


def by_hand():
    return {
        "scores": [[10, -5], [-5, 5]],
        "scaled": [[7.071, -3.536], [-3.536, 3.536]],
        "weights": [[1, 0], [0.001, 0.999]],
        "causal_weights": [[1, 0], [0.001, 0.999]],
        "causal_output": [[1, 4], [4.997, -1.995]],
    }
