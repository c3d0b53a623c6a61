"""Bug: a third guess.

Caught by: mask A
Diagnosis: so it is not the answer
"""


def find_the_bug():
    return {
        "A": "one-too-many",
        "B": "past-hidden",
        "C": "top-left",
        "D": "nothing-wrong",
        "E": "future-shown",
        "F": "rows-instead-of-columns",
    }
