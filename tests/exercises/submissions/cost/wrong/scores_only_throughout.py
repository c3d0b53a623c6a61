"""Bug: the weighted sum is forgotten, in the crossover too.

Caught by: a small layer
Diagnosis: only one N²·d_model is counted, and the third
"""


def cost(n_tokens, d_model):
    projections = 4 * n_tokens * d_model**2
    square = n_tokens**2 * d_model
    return projections, square, 4 * d_model + 1
