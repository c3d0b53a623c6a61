"""Bug: the crossover is searched from n_tokens on.

Caught by: a small layer
Diagnosis: depends on the length of this text
"""


def cost(n_tokens, d_model):
    projections = 4 * n_tokens * d_model**2
    square = 2 * n_tokens**2 * d_model
    n = n_tokens
    while 2 * n * n * d_model <= 4 * n * d_model * d_model:
        n += 1
    return projections, square, n
