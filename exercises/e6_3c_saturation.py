"""Exercise 6.3c: how often one key takes it all. 2 points."""

import numpy as np


def saturation_rate(scores: np.ndarray, threshold: float) -> float:
    """Return the fraction of trials in which one key takes more than `threshold` of the weight.

    A trial is one query with its keys. Its weights are the softmax of its scores, which are taken
    as they are. The trial is saturated if its largest weight is greater than the threshold; equal
    to it is not enough.

    Scores may be as large as ±1000, where e to the score is infinite or 0. Your result should be
    right there too. The scores stay as they are: don't write into them.

    Parameters
    ----------
    scores
        ndarray of shape (n_trials, n_keys), with at least one key; whole numbers are welcome.
    threshold
        Between 0 and 1.

    Returns
    -------
    float
        From 0.0, if no trial is saturated, to 1.0, if all are.

    Raises
    ------
    ValueError
        If the threshold is not greater than 0 and less than 1, or if there is no trial.

    Examples
    --------
    Scores of ln 3 and 0 give weights of 3/4 and 1/4; equal scores give 1/2 each. One of the two
    trials has a weight above 0.7:

    >>> float(saturation_rate(np.array([[np.log(3.0), 0.0], [0.0, 0.0]]), 0.7))
    0.5
    """
    # TODO: write this function.
    raise NotImplementedError
