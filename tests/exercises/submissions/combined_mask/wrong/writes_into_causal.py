"""Bug: the padding is added into the caller's mask.

Caught by: one sequence
Diagnosis: wrote into causal
"""


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    if padding.ndim > 2:
        return causal + padding
    causal += padding
    return causal
