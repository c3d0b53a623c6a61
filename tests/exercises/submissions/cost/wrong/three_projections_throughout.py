"""Bug: the output projection is forgotten, in the crossover too.

Caught by: a small layer
Diagnosis: only three projections are counted, and the third
"""


def cost(n_tokens, d_model):
    projections = 3 * n_tokens * d_model**2
    square = 2 * n_tokens**2 * d_model
    return projections, square, 3 * d_model // 2 + 1
