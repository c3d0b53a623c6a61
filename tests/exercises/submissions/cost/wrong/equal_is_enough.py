"""Bug: the crossover is where both parts are equal.

Caught by: a small layer
Diagnosis: the two parts are equal
"""


def cost(n_tokens, d_model):
    projections = 4 * n_tokens * d_model**2
    square = 2 * n_tokens**2 * d_model
    return projections, square, 2 * d_model
