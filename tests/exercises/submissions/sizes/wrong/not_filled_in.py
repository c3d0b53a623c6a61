"""Bug: a place was left open.

Caught by: one new token and a cache
Diagnosis: The entry "reply" is not filled in yet
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": ...,
    }
