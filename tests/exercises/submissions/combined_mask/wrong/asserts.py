"""Bug: the number of keys is checked with an assertion.

Caught by: another number of keys
Diagnosis: but raised AssertionError
"""


def combined_mask(causal, padding):
    assert causal.shape[-1] == padding.shape[-1]
    return causal + padding
