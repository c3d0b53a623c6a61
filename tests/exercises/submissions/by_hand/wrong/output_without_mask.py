"""Bug: the output is that of the weights without a mask.

Caught by: the output with the causal mask
Diagnosis: the averages by the weights without the mask
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.107, 0.893], [0.056, 0.944]],
        "causal_weights": [[1, 0], [0.056, 0.944]],
        "causal_output": [[4.572, -1.358], [4.777, -1.665]],
    }
