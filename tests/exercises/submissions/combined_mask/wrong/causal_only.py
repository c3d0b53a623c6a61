"""Bug: the padding is forgotten.

Caught by: one sequence
Diagnosis: without a table for each sequence
"""


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return causal.copy()
