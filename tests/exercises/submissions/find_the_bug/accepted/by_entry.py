"""Filled in one after the other, in another order."""


def find_the_bug():
    found = dict.fromkeys("ABCDEF", "nothing-wrong")
    found["F"] = "future-shown"
    found["D"] = "one-too-many"
    found["B"] = "top-left"
    found["C"] = "rows-instead-of-columns"
    found["A"] = "diagonal-hidden"
    return found
