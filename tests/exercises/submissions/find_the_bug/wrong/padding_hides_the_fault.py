"""Bug: only the last column of F is looked at.

Caught by: mask F
Diagnosis: the first row of mask F should read 0 −∞ −∞ −∞
"""


def find_the_bug():
    return {
        "A": "diagonal-hidden",
        "B": "top-left",
        "C": "rows-instead-of-columns",
        "D": "one-too-many",
        "E": "nothing-wrong",
        "F": "nothing-wrong",
    }
