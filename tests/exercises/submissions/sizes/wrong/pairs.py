"""Bug: the four sizes stand in two pairs.

Caught by: a message that reads itself
Diagnosis: shape (2, 2) came back where (4,) should
"""


def sizes():
    return {
        "message": ((9, 9), (6, 10)),
        "subtitle": ((5, 14), (12, 20)),
        "reply": ((1, 22), (8, 15)),
    }
