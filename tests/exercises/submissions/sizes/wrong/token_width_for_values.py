"""Bug: the width of a token is given for d_v.

Caught by: a message that reads itself
Diagnosis: d_model, and not d_v
"""


def sizes():
    return {
        "message": (9, 9, 6, 32),
        "subtitle": (5, 14, 12, 48),
        "reply": (1, 22, 8, 40),
    }
