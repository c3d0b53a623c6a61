"""Bug: the search for the crossover ends at 1000 tokens.

Caught by: numbers that a float rounds
Diagnosis: StopIteration
"""


def cost(n_tokens, d_model):
    first = 4 * n_tokens * d_model**2
    second = 2 * n_tokens**2 * d_model
    third = next(n for n in range(1, 1000) if 2 * n * n * d_model > 4 * n * d_model**2)
    return first, second, third
