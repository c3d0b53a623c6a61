"""Bug: the tokens of both sides are keys.

Caught by: a translation that asks its original
Diagnosis: the tokens of both sides are counted together
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 19, 12, 20),
        "reply": (1, 22, 8, 15),
    }
