"""Bug: an entry is spelt differently.

Caught by: a translation that asks its original
Diagnosis: The entry "subtitle" is not filled in yet, or is spelt differently
"""


def sizes():
    return {"message": (9, 9, 6, 10), "subtitles": (5, 14, 12, 20), "reply": (1, 22, 8, 15)}
