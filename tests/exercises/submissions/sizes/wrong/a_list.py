"""Bug: a list of the three instead of a dictionary.

Caught by: a message that reads itself
Diagnosis: a result of type list came back where a dictionary should
"""


def sizes():
    return [(9, 9, 6, 10), (5, 14, 12, 20), (1, 22, 8, 15)]
