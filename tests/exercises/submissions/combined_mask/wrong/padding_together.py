"""Bug: the padding of all sequences is added up.

Caught by: a batch of sequences
Diagnosis: put together into one table
"""


def combined_mask(causal, padding):
    if causal.shape[-1] != padding.shape[-1]:
        raise ValueError("the masks differ in their number of keys")
    return causal + padding.reshape(-1, padding.shape[-1]).sum(axis=0)
