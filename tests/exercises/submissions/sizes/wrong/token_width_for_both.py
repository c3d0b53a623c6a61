"""Bug: the width of a token is given for d_k and d_v.

Caught by: a message that reads itself
Diagnosis: both taken to be the width of a token's vector
"""


def sizes():
    return {
        "message": (9, 9, 32, 32),
        "subtitle": (5, 14, 48, 48),
        "reply": (1, 22, 40, 40),
    }
