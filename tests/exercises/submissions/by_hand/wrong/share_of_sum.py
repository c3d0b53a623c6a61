"""Bug: each score is divided by the sum of its row.

Caught by: the weights without a mask
Diagnosis: divided by the sum of its row. Softmax
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.364, 0.636], [1.5, -0.5]],
        "causal_weights": [[1, 0], [1.5, -0.5]],
        "causal_output": [[1, 4], [-1, 7]],
    }
