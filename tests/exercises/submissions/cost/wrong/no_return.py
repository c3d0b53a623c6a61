"""Bug: nothing is returned.

Caught by: a small layer
Diagnosis: Is a `return` missing?
"""


def cost(n_tokens, d_model):
    projections = 4 * n_tokens * d_model**2
    square = 2 * n_tokens**2 * d_model
    result = projections, square, 2 * d_model + 1
