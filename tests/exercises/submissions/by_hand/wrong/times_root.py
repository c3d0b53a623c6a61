"""Bug: the scores are multiplied by the root.

Caught by: the scaled scores
Diagnosis: by multiplying by √d_k
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[5.657, 9.899], [-4.243, 1.414]],
        "weights": [[0.014, 0.986], [0.003, 0.997]],
        "causal_weights": [[1, 0], [0.003, 0.997]],
        "causal_output": [[1, 4], [4.986, -1.979]],
    }
