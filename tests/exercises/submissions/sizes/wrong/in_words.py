"""Bug: the sizes are a text.

Caught by: a message that reads itself
Diagnosis: a result of type str came back where a table
"""


def sizes():
    return {
        "message": "9 asking, 9 asked, 6 and 10 wide",
        "subtitle": (5, 14, 12, 20),
        "reply": (1, 22, 8, 15),
    }
