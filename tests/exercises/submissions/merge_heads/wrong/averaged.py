"""Bug: the heads are averaged.

Caught by: one sequence
Diagnosis: the heads are averaged
"""


def merge_heads(heads):
    if heads.ndim < 3:
        raise ValueError("there is no axis of heads")
    return heads.mean(axis=-3)
