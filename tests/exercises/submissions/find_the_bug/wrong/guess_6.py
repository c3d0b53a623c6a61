"""Bug: a sixth guess.

Caught by: mask A
Diagnosis: the first row of mask A should read
"""


def find_the_bug():
    return {
        "A": "nothing-wrong",
        "B": "turned-round",
        "C": "past-hidden",
        "D": "future-shown",
        "E": "rows-instead-of-columns",
        "F": "top-left",
    }
