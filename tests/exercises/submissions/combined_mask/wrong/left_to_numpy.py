"""Bug: a single key is repeated without a word.

Caught by: another number of keys
Diagnosis: one mask has 2 keys, the other 1
"""


def combined_mask(causal, padding):
    return causal + padding
