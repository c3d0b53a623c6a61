"""Positions as vectors, for tokens that would otherwise not know where they stand."""

import numpy as np
from numpy.typing import NDArray

from attention_course._checks import whole_number


def sinusoidal_positions(n_positions: int, d_model: int) -> NDArray[np.float64]:
    r"""Return the sine and cosine vectors that mark each position.

    .. math::

        P_{n,\,2c} = \sin\!\left(n / 10000^{2c/d_{\text{model}}}\right), \qquad
        P_{n,\,2c+1} = \cos\!\left(n / 10000^{2c/d_{\text{model}}}\right)

    Parameters
    ----------
    n_positions
        How many positions, from 0.
    d_model
        The width of each vector, the tokens' own; an even number.

    Returns
    -------
    ndarray of shape (n_positions, d_model)
        To be added to the tokens before attention.

    Raises
    ------
    TypeError, ValueError
        If `n_positions` is not an integer of 0 or more, or `d_model` not an even one of 2 or more.

    Notes
    -----
    Sections 6.5 and 7.1. Vaswani et al. (2017), section 3.5.

    Examples
    --------
    At position 0 every sine is 0 and every cosine is 1:

    >>> sinusoidal_positions(1, 4)
    array([[0., 1., 0., 1.]])
    """
    rows = whole_number("n_positions", n_positions, minimum=0)
    width = whole_number("d_model", d_model, minimum=2)
    if width % 2:
        raise ValueError(f"d_model: got {width}; expected an even number, a sine and a cosine each")
    rates = 10000.0 ** (-np.arange(0, width, 2) / width)
    angles = np.arange(rows)[:, None] * rates
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(rows, width)
