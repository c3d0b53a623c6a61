"""Bug: the costs are floats that are made whole in the end.

Caught by: numbers that a float rounds
Diagnosis: somewhere a float came in
"""


def cost(n_tokens, d_model):
    projections = int(4.0 * n_tokens * d_model * d_model)
    square = int(2.0 * n_tokens * n_tokens * d_model)
    return projections, square, 2 * d_model + 1
