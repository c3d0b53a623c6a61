"""Bug: d_v is the width of key and value together.

Caught by: one new token and a cache
Diagnosis: is a key and a value together
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": (1, 22, 8, 23),
    }
