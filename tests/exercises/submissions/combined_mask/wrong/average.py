"""Bug: the masks are averaged.

Caught by: a bias
Diagnosis: the averages of the two masks
"""


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return (causal + padding) / 2
