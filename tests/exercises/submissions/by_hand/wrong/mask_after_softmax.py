"""Bug: the mask is put on the weights.

Caught by: the weights with the causal mask
Diagnosis: put on after the softmax
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.107, 0.893], [0.056, 0.944]],
        "causal_weights": [[0.107, 0], [0.056, 0.944]],
        "causal_output": [[0.107, 0.428], [4.777, -1.665]],
    }
