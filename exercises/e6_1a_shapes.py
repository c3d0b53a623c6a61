"""Exercise 6.1a: which shapes come out of attention. 2 points."""


def attention_shapes(
    query_shape: tuple[int, int], key_shape: tuple[int, int], value_shape: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the shapes of the scores and of the output of one attention.

    The queries are one row for each of N asking tokens, the keys one row for each of M tokens that
    can be looked at, and each key hands over one row of values. Nothing is computed here: decide
    from the shapes alone.

    Parameters
    ----------
    query_shape
        (N, d_k).
    key_shape
        (M, d_k).
    value_shape
        (M, d_v).

    Returns
    -------
    tuple of two tuples
        The shape of the scores, then the shape of the output. All are tuples, not lists.

    Raises
    ------
    ValueError
        If a query cannot be compared with a key because their widths differ, or if there are not
        as many values as keys.

    Examples
    --------
    Four tokens look at six others. Keys are 3 wide, values 5:

    >>> attention_shapes((4, 3), (6, 3), (6, 5))
    ((4, 6), (4, 5))
    """
    # TODO: write this function.
    raise NotImplementedError
