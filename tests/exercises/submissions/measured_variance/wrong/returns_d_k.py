"""Bug: nothing is drawn.

Caught by: few draws, eighty times
Diagnosis: this is d_k itself, every time
"""


def measured_variance(d_k, n_draws, rng):
    if n_draws < 2:
        raise ValueError("one score says nothing about how much scores vary")
    return float(d_k)
