"""Exercise beyond-a: online softmax. 4 points."""

import numpy as np


def online_step(
    largest: float,
    total: float,
    average: np.ndarray,
    scores: np.ndarray,
    values: np.ndarray,
) -> tuple[float, float, np.ndarray]:
    """Return what is known of one query's attention after one more block of keys.

    The scores and values of one query arrive block by block, and no block is kept. What is kept is
    a state of three things, about all the scores s_j and values v_j seen so far:

    - `largest`, the largest score,
    - `total`, the sum of e to the power of (s_j − largest), one term for each score: relative to
      the largest score, so the score that is largest adds 1 to it,
    - `average`, the average of the values by the softmax of the scores. It is finished, that is,
      it has been divided by the sum of the weights already.

    Before the first block the state is −∞, 0.0 and zeros. After the last one, `average` is the
    attention output of the query.

    A score of −∞ belongs to a hidden key, whose weight is 0. A block may be hidden whole; it leaves
    the state as it is, the state before the first block too.

    Scores may be as large as ±1000, where e to the score is infinite or 0. Your result should be
    right there too. The arguments stay as they are: don't write into them.

    Parameters
    ----------
    largest
        The largest score so far.
    total
        The sum of exponentials so far, relative to `largest`.
    average
        ndarray of shape (d_v,): the weighted average of the values so far.
    scores
        ndarray of shape (B,), with B at least 1: the scores of the new block, already divided by
        √d_k; whole numbers are welcome, here and below.
    values
        ndarray of shape (B, d_v): the values of the new block.

    Returns
    -------
    tuple of a float, a float and an ndarray of float64, of shape (d_v,)
        The new `largest`, `total` and `average`.

    Raises
    ------
    ValueError
        If the numbers of scores and values differ.

    Examples
    --------
    So far there was one score, 0, with the value 8. Now come two scores of ln 3 with the value 16
    each. Next to e to the ln 3, which is 3, the old score counts as a third of a term, so `total`
    is 1/3 + 1 + 1. The weights are 1/7, 3/7 and 3/7, and 8/7 + 16·6/7 = 104/7:

    >>> largest, total, average = online_step(
    ...     0.0, 1.0, np.array([8.0]), np.log([3.0, 3.0]), np.array([[16.0], [16.0]])
    ... )
    >>> bool(largest == np.log(3.0)), round(float(total), 6), average.round(6)
    (True, 2.333333, array([14.857143]))
    """
    # TODO: write this function.
    raise NotImplementedError
