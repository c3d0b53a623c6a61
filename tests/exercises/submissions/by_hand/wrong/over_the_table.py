"""Bug: one softmax over the whole table.

Caught by: the weights without a mask
Diagnosis: all four weights sum to 1 here
"""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.106, 0.881], [0.001, 0.013]],
        "causal_weights": [[0.887, 0], [0.006, 0.106]],
        "causal_output": [[0.887, 3.549], [0.538, -0.188]],
    }
