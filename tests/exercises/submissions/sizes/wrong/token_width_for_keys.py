"""Bug: the width of a token is given for d_k.

Caught by: a message that reads itself
Diagnosis: d_model, and not d_k
"""


def sizes():
    return {
        "message": (9, 9, 32, 10),
        "subtitle": (5, 14, 48, 20),
        "reply": (1, 22, 40, 15),
    }
