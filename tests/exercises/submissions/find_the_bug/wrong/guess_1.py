"""Bug: all six are guessed.

Caught by: mask A
Diagnosis: with “future-shown”
"""


def find_the_bug():
    return {
        "A": "future-shown",
        "B": "diagonal-hidden",
        "C": "turned-round",
        "D": "rows-instead-of-columns",
        "E": "top-left",
        "F": "past-hidden",
    }
