"""Bug: the scores are divided by 2.

Caught by: the scaled scores
Diagnosis: by dividing by d_k, which is 2
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2, 3.5], [-1.5, 0.5]],
        "weights": [[0.182, 0.818], [0.119, 0.881]],
        "causal_weights": [[1, 0], [0.119, 0.881]],
        "causal_output": [[1, 4], [4.523, -1.285]],
    }
