"""Bug: d_k and d_v are exchanged.

Caught by: a message that reads itself
Diagnosis: d_k and d_v are exchanged
"""


def sizes():
    return {
        "message": (9, 9, 10, 6),
        "subtitle": (5, 14, 20, 12),
        "reply": (1, 22, 15, 8),
    }
