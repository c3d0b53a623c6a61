"""Bug: N and M are exchanged.

Caught by: a translation that asks its original
Diagnosis: N and M are exchanged
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (14, 5, 12, 20),
        "reply": (22, 1, 8, 15),
    }
