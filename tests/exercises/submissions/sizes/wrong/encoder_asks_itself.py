"""Bug: the encoder's tokens are the queries as well.

Caught by: a translation that asks its original
Diagnosis: the encoder's tokens don't ask here
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (14, 14, 12, 20),
        "reply": (1, 22, 8, 15),
    }
