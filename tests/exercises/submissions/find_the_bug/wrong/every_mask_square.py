"""Bug: the triangle of E is expected in the top left corner.

Caught by: mask E
Diagnosis: with “future-shown”, the first row of mask E
"""


def find_the_bug():
    return {
        "A": "diagonal-hidden",
        "B": "top-left",
        "C": "rows-instead-of-columns",
        "D": "one-too-many",
        "E": "future-shown",
        "F": "future-shown",
    }
