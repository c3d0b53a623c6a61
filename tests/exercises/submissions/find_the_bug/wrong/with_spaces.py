"""Bug: the words are spelt in another way.

Caught by: mask A
Diagnosis: spelt otherwise than in the list
"""


def find_the_bug():
    return {
        "A": "diagonal hidden",
        "B": "top left",
        "C": "rows instead of columns",
        "D": "one too many",
        "E": "nothing wrong",
        "F": "future shown",
    }
