"""Exercise 6.3a: the variance of a score, measured. 3 points."""

import numpy as np


def measured_variance(d_k: int, n_draws: int, rng: np.random.Generator) -> float:
    """Draw random queries and keys, and return the variance of their unscaled scores.

    Draw `n_draws` pairs. Each pair is a query and a key of its own, both of width d_k, and gives
    one score: their dot product, not divided by anything. Return how much these `n_draws` scores
    vary.

    All entries are drawn independently, with mean 0 and variance 1. Standard normal numbers will
    do; so will +1 and −1, by the toss of a coin. Whether the squares are averaged by dividing by
    `n_draws` or by one less is up to you.

    Parameters
    ----------
    d_k
        The width, at least 1.
    n_draws
        How many pairs to draw.
    rng
        Draw from this generator: each call should measure anew.

    Returns
    -------
    float
        The measured variance: near d_k if there are many draws, now above it and now below.

    Raises
    ------
    ValueError
        If there are fewer than two draws: one score says nothing about how much scores vary.

    Examples
    --------
    At a width of 9, twenty thousand draws come close to 9:

    >>> print(8 < measured_variance(9, 20_000, np.random.default_rng()) < 10)
    True
    """
    # TODO: write this function.
    raise NotImplementedError
