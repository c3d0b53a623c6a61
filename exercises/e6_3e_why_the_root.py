"""Exercise 6.3e: why the root, in numbers. 2 points."""


def why_the_root() -> dict[str, float]:
    """Return six numbers about scores at a key width of 144.

    Queries and keys are random: their entries are independent, with mean 0 and variance 1. The
    width d_k is 144. "Typical size" means the standard deviation. Work the numbers out on paper
    or with a pocket calculator; three places, or four figures of a larger number, are enough.

    Returns
    -------
    dict
        A number for each of these keys:

        "typical"
            The typical size of an unscaled score.
        "typical doubled"
            The same, if all entries of both, query and key, are doubled.
        "typical by d_k"
            The typical size of a score that is divided by d_k instead of √d_k, the entries being
            as they were.
        "ratio"
            Two keys' unscaled scores differ by 12. How many times as large as the smaller weight
            is the larger one, if nothing is divided?
        "scaled ratio"
            The same for the same two keys, after both scores are divided by √d_k.
        "scaled slope"
            p(1 − p) for the larger weight p, after that division. There are no other keys.

    Examples
    --------
    These are the keys:

    >>> sorted(why_the_root())
    ['ratio', 'scaled ratio', 'scaled slope', 'typical', 'typical by d_k', 'typical doubled']
    """
    # TODO: write this function.
    raise NotImplementedError
