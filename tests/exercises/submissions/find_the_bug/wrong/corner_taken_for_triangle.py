"""Bug: the missing corner of B is taken for a mask turned round.

Caught by: mask B
Diagnosis: with “turned-round”, the first row of mask B
"""


def find_the_bug():
    return {
        "A": "diagonal-hidden",
        "B": "turned-round",
        "C": "rows-instead-of-columns",
        "D": "one-too-many",
        "E": "nothing-wrong",
        "F": "future-shown",
    }
