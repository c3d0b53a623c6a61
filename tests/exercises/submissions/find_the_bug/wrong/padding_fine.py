"""Bug: rows are taken for keys in C.

Caught by: mask C
Diagnosis: the first row of mask C should read 0 0 −∞ −∞
"""


def find_the_bug():
    return {
        "A": "diagonal-hidden",
        "B": "top-left",
        "C": "nothing-wrong",
        "D": "one-too-many",
        "E": "nothing-wrong",
        "F": "future-shown",
    }
