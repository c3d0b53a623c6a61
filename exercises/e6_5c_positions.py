"""Exercise 6.5c: sines and cosines for positions. 3 points."""

import numpy as np


def sinusoidal_positions(n_positions: int, d_model: int) -> np.ndarray:
    """Return the vectors of the 2017 paper that mark each position, one row a position.

    Features come in pairs, numbered i = 0, 1, …, d_model/2 − 1. At position pos, pair i has one
    angle,

        angle = pos / 10000^(2i / d_model),

    and holds its sine in column 2i and its cosine in column 2i + 1. So sines and cosines take
    turns, and both of a pair belong to the same angle. Angles are in radians. Positions count
    from 0.

    Parameters
    ----------
    n_positions
        How many positions, at least 1.
    d_model
        The width of each vector, an even number of at least 2.

    Returns
    -------
    ndarray of float64, of shape (n_positions, d_model)

    Raises
    ------
    ValueError
        If `d_model` is odd, or less than 2.

    Examples
    --------
    At position 0 every angle is 0. At position 1 the two angles are 1 and 1/100:

    >>> sinusoidal_positions(2, 4).round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.01  , 1.    ]])
    """
    # TODO: write this function.
    raise NotImplementedError
