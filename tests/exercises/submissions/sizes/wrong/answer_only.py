"""Bug: the question is not among the keys.

Caught by: one new token and a cache
Diagnosis: the tokens of the question are missing
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": (1, 4, 8, 15),
    }
