"""Bug: a fourth guess.

Caught by: mask A
Diagnosis: so it is not the answer
"""


def find_the_bug():
    return {
        "A": "rows-instead-of-columns",
        "B": "one-too-many",
        "C": "diagonal-hidden",
        "D": "top-left",
        "E": "past-hidden",
        "F": "turned-round",
    }
