"""Bug: the hidden score is made 0.

Caught by: the weights with the causal mask
Diagnosis: the hidden score has been made 0
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.107, 0.893], [0.056, 0.944]],
        "causal_weights": [[0.944, 0.056], [0.056, 0.944]],
        "causal_output": [[1.223, 3.665], [4.777, -1.665]],
    }
