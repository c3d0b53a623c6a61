"""Bug: the cache asks, and the new token is asked.

Caught by: one new token and a cache
Diagnosis: N and M are exchanged
"""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": (22, 1, 8, 15),
    }
