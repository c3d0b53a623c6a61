"""Bug: the second cost comes first.

Caught by: a small layer
Diagnosis: the projections come first
"""


def cost(n_tokens, d_model):
    first = 2 * n_tokens**2 * d_model
    return first, 4 * n_tokens * d_model**2, 2 * d_model + 1
