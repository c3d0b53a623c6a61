"""Bug: one mask is subtracted from the other.

Caught by: one sequence
Diagnosis: by subtracting
"""


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return causal - padding
