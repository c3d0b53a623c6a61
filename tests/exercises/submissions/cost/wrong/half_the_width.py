"""Bug: the crossover is at half the width.

Caught by: a small layer
Diagnosis: at half of d_model
"""


def cost(n_tokens, d_model):
    projections = 4 * n_tokens * d_model**2
    square = 2 * n_tokens**2 * d_model
    return projections, square, d_model // 2 + 1
