"""How much of a gradient gets back through softmax, with the division and without it.

Run it with ``python -m attention_course.experiments.gradient_shares``.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from attention_course._checks import generator, whole_number
from attention_course._softmax import softmax_jacobian
from attention_course.experiments._printing import say

WIDTHS = (8, 16, 32, 64, 128, 256, 512)

_TRIALS_AT_ONCE = 64  # A Jacobian each: 64 keys take 2 MiB.


@dataclass(frozen=True, eq=False)
class Shares:
    """What softmax let through in each trial.

    Attributes
    ----------
    each
        ndarray of shape (trials,): the length of the gradient at the scores, divided by the length
        of the gradient at the weights.
    """

    each: NDArray[np.float64]

    @property
    def median(self) -> float:
        """The share of the trial in the middle."""
        return float(np.median(self.each))

    @property
    def mean(self) -> float:
        """The mean, which a few large shares may carry."""
        return float(self.each.mean())

    @property
    def middle(self) -> tuple[float, float]:
        """Between which two shares eight tenths of the trials lie."""
        low, high = np.quantile(self.each, [0.1, 0.9])
        return float(low), float(high)


@dataclass(frozen=True, eq=False)
class GradientShares:
    """The same trials without and with the division.

    Attributes
    ----------
    d_k, n_keys, trials
        The key width, the keys in a trial, and the trials.
    unscaled, scaled
        With the scores as they are, and with the scores divided by the root of the key width.
    """

    d_k: int
    n_keys: int
    trials: int
    unscaled: Shares
    scaled: Shares


def measure_gradient_shares(
    rng: np.random.Generator, d_k: int, n_keys: int = 64, trials: int = 1000
) -> GradientShares:
    r"""Draw a query, its keys and a gradient at the weights; see what arrives at the scores.

    .. math::

        \frac{\lVert dS \rVert}{\lVert dA \rVert}, \qquad dS = J\, dA, \qquad
        J_{ij} = p_i (\delta_{ij} - p_j), \qquad p = \mathrm{softmax}(S)

    once with :math:`S_j = q \cdot k_j` and once with those divided by :math:`\sqrt{d_k}`. Entries
    of the query, the keys and dA are independent standard normals. S is what softmax is given, so
    the factor :math:`1/\sqrt{d_k}` that the scaled gradient meets further on is not in the share.

    Parameters
    ----------
    rng
        Where the normals come from.
    d_k
        The key width.
    n_keys
        How many keys in a trial, at least 2.
    trials
        How many trials.

    Returns
    -------
    GradientShares
        One share a trial, unscaled and scaled.

    Raises
    ------
    TypeError
        If `rng` is not a Generator or a size not an integer.
    ValueError
        If a size is too small.

    Notes
    -----
    Sections 4.3 and 6.3. Vaswani et al. (2017), section 3.2.1.

    Examples
    --------
    At a width of 1 the two are the same:

    >>> one = measure_gradient_shares(np.random.default_rng(1), 1, n_keys=3, trials=5)
    >>> np.array_equal(one.unscaled.each, one.scaled.each)
    True
    """
    generator("rng", rng)
    d_k = whole_number("d_k", d_k, minimum=1)
    n_keys = whole_number("n_keys", n_keys, minimum=2)
    trials = whole_number("trials", trials, minimum=1)
    scores = np.empty((trials, n_keys))
    for trial in range(trials):
        query, key = rng.standard_normal(d_k), rng.standard_normal((n_keys, d_k))
        scores[trial] = key @ query
    grad_weights = rng.standard_normal((trials, n_keys))
    return GradientShares(
        d_k,
        n_keys,
        trials,
        Shares(_shares(scores, grad_weights)),
        Shares(_shares(scores / sqrt(d_k), grad_weights)),
    )


def _shares(scores: NDArray[np.float64], grad_weights: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.empty(len(scores))
    for start in range(0, len(scores), _TRIALS_AT_ONCE):
        some = slice(start, start + _TRIALS_AT_ONCE)
        given = grad_weights[some]
        passed = (softmax_jacobian(scores[some]) @ given[..., None])[..., 0]
        shares[some] = np.linalg.norm(passed, axis=-1) / np.linalg.norm(given, axis=-1)
    return shares


def main() -> None:
    """Print the shares at each width.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    >>> main()  # doctest: +ELLIPSIS
    What softmax lets through of a gradient, in thousandths: median and mean of 1,000 trials
    width  unscaled          scaled
        8  ...
      512  ...
    """
    say("What softmax lets through of a gradient, in thousandths: median and mean of 1,000 trials")
    say("width  unscaled          scaled")
    for d_k in WIDTHS:
        found = measure_gradient_shares(np.random.default_rng([63, d_k]), d_k)
        both = (found.unscaled, found.scaled)
        columns = "  ".join(f"{1e3 * s.median:7.3f} {1e3 * s.mean:7.3f} " for s in both)
        say(f"{d_k:5}  {columns}".rstrip())


if __name__ == "__main__":
    main()
