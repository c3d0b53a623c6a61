"""Bug: the heads are added.

Caught by: one sequence
Diagnosis: the heads are added up
"""


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("there is no axis of heads")
    return heads.sum(axis=-3)
