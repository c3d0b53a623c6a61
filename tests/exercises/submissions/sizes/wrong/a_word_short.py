"""Bug: a word was overlooked.

Caught by: a message that reads itself
Diagnosis: one word is missing
"""


def sizes():
    return {
        "message": (8, 8, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": (1, 22, 8, 15),
    }
