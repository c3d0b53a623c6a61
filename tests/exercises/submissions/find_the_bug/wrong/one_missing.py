"""Bug: the last mask is forgotten.

Caught by: mask F
Diagnosis: is not filled in yet
"""


def find_the_bug():
    return {
        "A": "diagonal-hidden",
        "B": "top-left",
        "C": "rows-instead-of-columns",
        "D": "one-too-many",
        "E": "nothing-wrong",
    }
