"""Exercise 6.6d: what a layer costs. 2 points."""


def cost(n_tokens: int, d_model: int) -> tuple[int, int, int]:
    """Return what one layer of multi-head self-attention costs, in multiply-adds.

    A product of an a × b and a b × c matrix takes a · b · c multiply-adds. The heads have the usual
    widths: with h heads, h · d_k = h · d_v = d_model, so h itself drops out. The softmax and the
    scaling are left out.

    Use whole numbers throughout: the costs of a long text are too large for a float to hold each
    digit.

    Parameters
    ----------
    n_tokens
        N, at least 1.
    d_model
        The width of a token, at least 1.

    Returns
    -------
    tuple of three int
        First, the multiply-adds of the four projections: to queries, to keys, to values, and the
        output projection. Second, those of the scores and the weighted sum together. Third, the
        smallest number of tokens for which, at this `d_model`, the second is greater than the
        first; it does not depend on `n_tokens`.

    Examples
    --------
    >>> cost(2, 3)
    (72, 24, 7)
    """
    # TODO: write this function.
    raise NotImplementedError
