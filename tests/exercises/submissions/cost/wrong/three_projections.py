"""Bug: the output projection is forgotten.

Caught by: a small layer
Diagnosis: W^O is the fourth
"""


def cost(n_tokens, d_model):
    projections = 3 * n_tokens * d_model**2
    square = 2 * n_tokens**2 * d_model
    return projections, square, 2 * d_model + 1
