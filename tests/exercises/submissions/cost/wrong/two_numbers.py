"""Bug: the crossover is left out.

Caught by: a small layer
Diagnosis: a tuple of 2
"""


def cost(n_tokens, d_model):
    return 4 * n_tokens * d_model**2, 2 * n_tokens**2 * d_model
