"""Exercise 6.6f: the shapes of the projections. 2 points."""


def projection_shapes(
    n_heads: int, d_k: int, d_v: int, d_model: int
) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]:
    """Return the shapes of the four matrices of a multi-head layer, each for all heads at once.

    The matrices of the heads stand side by side in one large matrix, as in 6.6c. A token is a row,
    and a matrix is multiplied from the right: X W^Q. Queries and keys have the width d_k in each
    head, values d_v. The two need not be equal, and the heads need not add up to d_model.

    Parameters
    ----------
    n_heads
        h, how many heads.
    d_k
        The width of a query and of a key in one head.
    d_v
        The width of a value in one head.
    d_model
        The width of a token, before the layer and after it.

    Returns
    -------
    tuple of four tuples of two int
        The shapes of `w_query`, `w_key`, `w_value` and `w_output`.

    Examples
    --------
    One head, whose queries and keys have two features and whose values have three:

    >>> projection_shapes(n_heads=1, d_k=2, d_v=3, d_model=5)
    ((5, 2), (5, 2), (5, 3), (3, 5))
    """
    # TODO: write this function.
    raise NotImplementedError
