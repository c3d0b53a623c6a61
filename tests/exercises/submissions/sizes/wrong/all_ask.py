"""Bug: every token in the cache asks.

Caught by: one new token and a cache
Diagnosis: here all tokens ask
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": (22, 22, 8, 15),
    }
