"""Exercise 6.3b: the variance of a score, predicted. 2 points."""


def predicted_variance(d_k: int, query_variance: float, key_variance: float) -> tuple[float, float]:
    """Return the variance of a score, before and after the division by √d_k.

    A query and a key of width d_k meet. All their entries are independent and have mean 0. Those
    of the query have one variance, those of the key another.

    Parameters
    ----------
    d_k
        The width of the query and of the key.
    query_variance
        The variance of each entry of the query.
    key_variance
        The variance of each entry of the key.

    Returns
    -------
    tuple of two float
        The variance of the unscaled score, then that of the score divided by √d_k: a tuple,
        not a list.

    Raises
    ------
    ValueError
        If `d_k` is less than 1, or if one of the variances is negative.

    Examples
    --------
    A hundred entries each. Those of the query have variance 2, those of the key 3:

    >>> predicted_variance(100, 2.0, 3.0)
    (600.0, 6.0)
    """
    # TODO: write this function.
    raise NotImplementedError
