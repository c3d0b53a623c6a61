"""Bug: all six are guessed, otherwise.

Caught by: mask A
Diagnosis: with “past-hidden”
"""


def find_the_bug():
    return {
        "A": "past-hidden",
        "B": "future-shown",
        "C": "nothing-wrong",
        "D": "turned-round",
        "E": "diagonal-hidden",
        "F": "one-too-many",
    }
