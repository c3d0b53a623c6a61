"""Bug: a list is returned.

Caught by: a small layer
Diagnosis: a result of type list
"""


def cost(n_tokens, d_model):
    return [4 * n_tokens * d_model**2, 2 * n_tokens**2 * d_model, 2 * d_model + 1]
