"""Bug: a list instead of a dictionary.

Caught by: mask A
Diagnosis: a result of type list came back
"""


def find_the_bug():
    return [
        "diagonal-hidden",
        "top-left",
        "rows-instead-of-columns",
        "one-too-many",
        "nothing-wrong",
        "future-shown",
    ]
