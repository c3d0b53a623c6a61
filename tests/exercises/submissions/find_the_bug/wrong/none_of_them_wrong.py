"""Bug: every mask looks fine.

Caught by: mask A
Diagnosis: the first row of mask A should read 0 −∞ −∞ −∞
"""


def find_the_bug():
    return {
        "A": "nothing-wrong",
        "B": "nothing-wrong",
        "C": "nothing-wrong",
        "D": "nothing-wrong",
        "E": "nothing-wrong",
        "F": "nothing-wrong",
    }
