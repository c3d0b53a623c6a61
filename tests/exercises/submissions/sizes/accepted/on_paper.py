"""Tuples, counted on paper."""


def sizes():
    return {
        "message": (9, 9, 6, 10),
        "subtitle": (5, 14, 12, 20),
        "reply": (1, 22, 8, 15),
    }
