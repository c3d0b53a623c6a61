"""Bug: a size is no whole number.

Caught by: a translation that asks its original
Diagnosis: so it is a whole number
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20.4),
        "reply": (1, 22, 8, 15),
    }
