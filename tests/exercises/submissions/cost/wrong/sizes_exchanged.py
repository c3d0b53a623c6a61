"""Bug: N and d_model are exchanged.

Caught by: a small layer
Diagnosis: n_tokens and d_model are exchanged
"""


def cost(n_tokens, d_model):
    projections = 4 * d_model * n_tokens**2
    square = 2 * d_model**2 * n_tokens
    return projections, square, 2 * n_tokens + 1
