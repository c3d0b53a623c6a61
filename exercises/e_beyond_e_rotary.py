"""Exercise beyond-e: rotary positions. 4 points."""

import numpy as np


def rotate(x: np.ndarray, positions: np.ndarray, base: float) -> np.ndarray:
    """Return queries or keys with each token's position turned into them.

    The features of a token are taken in pairs of neighbours: columns 0 and 1, columns 2 and 3, and
    so on. Pair number i, counted from 0, of a token at position p is a point (a, b) in the plane
    and is rotated by the angle p · base^(−2i/d), in radians:

        a becomes a cos(angle) − b sin(angle)
        b becomes a sin(angle) + b cos(angle)

    and both stay in their columns. This is equation 15 of J. Su et al., "RoFormer: Enhanced
    Transformer with Rotary Position Embedding" (2021), arXiv:2104.09864, where the base is 10000.

    The arguments stay as they are: don't write into them.

    Parameters
    ----------
    x
        ndarray of shape (..., n_tokens, d), d even, with any number of leading axes; whole numbers
        are welcome.
    positions
        ndarray of whole numbers, 0 or more, of shape (n_tokens,): the position of each token. They
        need not begin at 0 or be in order, and they may be large.
    base
        Larger than 1, for instance 10000.0.

    Returns
    -------
    ndarray of float64, of shape (..., n_tokens, d)

    Raises
    ------
    ValueError
        If d is odd, or if there are not exactly as many positions as tokens.

    Examples
    --------
    At position 0 nothing turns. At position 1 the first pair turns by 1 radian, whatever the base.
    With d = 4 and base 100 the second pair turns by 1/10 of that, as 100^(−2/4) = 1/10:

    >>> x = np.array([[1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0]])
    >>> rotate(x, np.array([0, 1]), 100.0).round(3)
    array([[1.   , 0.   , 1.   , 0.   ],
           [0.54 , 0.841, 0.995, 0.1  ]])
    """
    # TODO: write this function.
    raise NotImplementedError
