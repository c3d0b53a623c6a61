"""Bug: a fifth guess.

Caught by: mask A
Diagnosis: with “turned-round”
"""


def find_the_bug():
    return {
        "A": "turned-round",
        "B": "rows-instead-of-columns",
        "C": "future-shown",
        "D": "diagonal-hidden",
        "E": "one-too-many",
        "F": "nothing-wrong",
    }
