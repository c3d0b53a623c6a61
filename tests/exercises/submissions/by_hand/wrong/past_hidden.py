"""Bug: the mask hides the past.

Caught by: the weights with the causal mask
Diagnosis: token 2 cannot see token 1
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.107, 0.893], [0.056, 0.944]],
        "causal_weights": [[0.107, 0.893], [0, 1]],
        "causal_output": [[4.572, -1.358], [5, -2]],
    }
