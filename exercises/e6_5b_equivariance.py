"""Exercise 6.5b: a test that finds out whether a function sees word order. 4 points."""

from collections.abc import Callable

import numpy as np


def is_permutation_equivariant(
    function: Callable[[np.ndarray], np.ndarray],
    n_tokens: int,
    d_model: int,
    rng: np.random.Generator,
) -> bool:
    """Return whether `function` gives back reordered rows, otherwise unchanged, for reordered rows.

    Decide by trying: draw some tokens, with features of either sign, reorder them, and compare. In
    symbols, the question is whether function(P X) = P function(X) for every permutation matrix P.

    Your answer should be right every time, not most of the time. Some functions survive one way of
    reordering and not another, and a random permutation of two tokens is the old order half of the
    time. Sums in another order may be rounded differently: take numbers within 1e-9 of each other
    for equal.

    Parameters
    ----------
    function
        Takes an ndarray of shape (n_tokens, d_model) and returns one of shape (n_tokens, …). The
        number of features that come out may be another.
    n_tokens
        How many tokens to try it with, up to 6. One token alone has no order: the answer is True.
    d_model
        The width of a token.
    rng
        Where random numbers come from, such as ``rng.normal(size=(n_tokens, d_model))``.

    Returns
    -------
    bool
        True if the function cannot see the order of its tokens.

    Raises
    ------
    ValueError
        If `n_tokens` is less than 1.

    Examples
    --------
    To double every token takes no notice of order; to add up all tokens so far does:

    >>> rng = np.random.default_rng()
    >>> is_permutation_equivariant(lambda x: 2 * x, 4, 3, rng)
    True
    >>> is_permutation_equivariant(lambda x: np.cumsum(x, axis=0), 4, 3, rng)
    False
    """
    # TODO: write this function.
    raise NotImplementedError
