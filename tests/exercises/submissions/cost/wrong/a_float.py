"""Bug: the crossover is a quotient.

Caught by: a small layer
Diagnosis: a result of type float
"""


def cost(n_tokens, d_model):
    projections = 4 * n_tokens * d_model**2
    square = 2 * n_tokens**2 * d_model
    return projections, square, 4 * d_model**2 / (2 * d_model) + 1
