"""Bug: three tokens in D are taken for one of the future.

Caught by: mask D
Diagnosis: with “future-shown”, the first row of mask D
"""


def find_the_bug():
    return {
        "A": "diagonal-hidden",
        "B": "top-left",
        "C": "rows-instead-of-columns",
        "D": "future-shown",
        "E": "nothing-wrong",
        "F": "future-shown",
    }
