"""Lists, three places as written down on paper."""


def by_hand():
    return {
        "scores": [[4, 7], [-3, 1]],
        "scaled": [[2.828, 4.95], [-2.121, 0.707]],
        "weights": [[0.107, 0.893], [0.056, 0.944]],
        "causal_weights": [[1, 0], [0.056, 0.944]],
        "causal_output": [[1, 4], [4.777, -1.665]],
    }
