"""Bug: all that is visible gets equal shares.

Caught by: the weights with the causal mask
Diagnosis: these are equal shares of what is visible
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.107, 0.893], [0.056, 0.944]],
        "causal_weights": [[1, 0], [0.5, 0.5]],
        "causal_output": [[1, 4], [3, 1]],
    }
