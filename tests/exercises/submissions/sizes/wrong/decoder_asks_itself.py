"""Bug: the decoder's tokens are the keys as well.

Caught by: a translation that asks its original
Diagnosis: the decoder's own tokens aren't asked here
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 5, 12, 20),
        "reply": (1, 22, 8, 15),
    }
