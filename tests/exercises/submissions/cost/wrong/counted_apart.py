"""Bug: multiplications and additions are counted apart.

Caught by: a small layer
Diagnosis: are counted apart
"""


def cost(n_tokens, d_model):
    projections = 8 * n_tokens * d_model**2
    square = 4 * n_tokens**2 * d_model
    return projections, square, 2 * d_model + 1
