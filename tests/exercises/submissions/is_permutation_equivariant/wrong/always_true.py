"""Bug: the answer is always True.

Caught by: two tokens, many times
Diagnosis: says True of every function
"""


def is_permutation_equivariant(function, n_tokens, d_model, rng):
    if n_tokens < 1:
        raise ValueError("no tokens")
    return True
