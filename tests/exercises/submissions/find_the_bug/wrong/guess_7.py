"""Bug: a seventh guess.

Caught by: mask A
Diagnosis: so it is not the answer
"""


def find_the_bug():
    return {
        "A": "top-left",
        "B": "nothing-wrong",
        "C": "one-too-many",
        "D": "past-hidden",
        "E": "turned-round",
        "F": "diagonal-hidden",
    }
