"""Arrays, lists and arithmetic, with an entry more than was asked for."""

import numpy as np


def sizes():
    message = "please feed the cat before you leave on Monday"
    n_words = len(message.split())
    found = {"d_model": [32, 48, 40]}
    found["reply"] = np.array([1.0, 18 + 3 + 1, 8, 23 - 8])
    found["message"] = np.array([n_words, n_words, 6, 10])
    found["subtitle"] = [5, 14, 12, 20]
    return found
