"""Bug: nothing is returned.

Caught by: one sequence
Diagnosis: Is a `return` missing?
"""


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    mask = causal + padding
