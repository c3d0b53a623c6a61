"""Bug: the scores are not divided.

Caught by: the scaled scores
Diagnosis: without the division by √d_k
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[4, 7], [-3, 1]],
        "weights": [[0.047, 0.953], [0.018, 0.982]],
        "causal_weights": [[1, 0], [0.018, 0.982]],
        "causal_output": [[1, 4], [4.928, -1.892]],
    }
