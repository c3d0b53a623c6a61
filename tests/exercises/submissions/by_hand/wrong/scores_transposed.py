"""Bug: a row for each key.

Caught by: the scores
Diagnosis: the scores lie on their side
"""


def by_hand():
    return {
        "scores": [[4, -3], [7, 1]],
        "scaled": [[2.828, -2.121], [4.95, 0.707]],
        "weights": [[0.993, 0.007], [0.986, 0.014]],
        "causal_weights": [[1, 0], [0.986, 0.014]],
        "causal_output": [[1, 4], [1.057, 3.915]],
    }
