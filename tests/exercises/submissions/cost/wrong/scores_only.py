"""Bug: the weighted sum is forgotten.

Caught by: a small layer
Diagnosis: Scores and weighted sum take one each
"""


def cost(n_tokens, d_model):
    projections = 4 * n_tokens * d_model**2
    square = n_tokens**2 * d_model
    return projections, square, 2 * d_model + 1
