"""Bug: the new token is not among the keys.

Caught by: one new token and a cache
Diagnosis: the new token isn't counted
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": (1, 21, 8, 15),
    }
