"""Bug: the answer is always False.

Caught by: blind to order
Diagnosis: says False of every function
"""


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    return False
