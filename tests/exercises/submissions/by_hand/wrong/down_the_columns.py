"""Bug: the softmax runs down the columns.

Caught by: the weights without a mask
Diagnosis: the columns sum to 1 here
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.993, 0.986], [0.007, 0.014]],
        "causal_weights": [[0.993, 0], [0.007, 1]],
        "causal_output": [[0.993, 3.972], [5.007, -1.972]],
    }
