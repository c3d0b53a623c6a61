"""How often softmax saturates: the largest weight of each of many random trials."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from attention_course._checks import generator, number_within, whole_number
from attention_course.experiments.variance_scaling._arrays import Floats, read_only
from attention_course.experiments.variance_scaling._progress import nobody

BYTES_A_TRIAL = 16
MOST_TRIALS = 2**30 // BYTES_A_TRIAL
"""More would keep over 1 GiB of weights."""


@dataclass(frozen=True)
class LargestWeights:
    r"""The largest softmax weight of each trial, and how many trials it saturates.

    Attributes
    ----------
    threshold
        A trial is saturated if its largest weight exceeds this.
    remainder
        ndarray of shape (trials,): :math:`1 - p_{\max}` of each trial, the sum of the other
        weights, never rounded to 0 by a subtraction; read-only.
    saturated
        How many trials are.
    gradient_term_mean
        The mean of :math:`p_{\max}(1 - p_{\max})` over the saturated trials; None if there are
        none.
    gradient_term_median
        Their median, the smaller because a few trials just above the threshold carry the mean.
    gradient_term_deviation
        Their standard deviation; None if fewer than two trials are saturated.
    """

    threshold: float
    remainder: Floats = field(repr=False, compare=False)
    saturated: int
    gradient_term_mean: float | None
    gradient_term_median: float | None
    gradient_term_deviation: float | None

    @property
    def largest(self) -> Floats:
        r"""The largest weight :math:`p_{\max}` of each trial, an ndarray of shape (trials,)."""
        return 1 - self.remainder

    @property
    def fraction(self) -> float:
        """The fraction of trials that are saturated."""
        return self.saturated / self.remainder.size

    @property
    def fraction_error(self) -> float:
        r"""The binomial standard error of `fraction`, :math:`\sqrt{\tilde p(1 - \tilde p)/n}`.

        With x of n trials saturated, :math:`\tilde p = (x + ½)/(n + 1)`, so that none of 500 is
        not taken for certainty.
        """
        return binomial_error(self.fraction, self.remainder.size)

    @property
    def gradient_term_error(self) -> float | None:
        """The standard error of `gradient_term_mean`; None if fewer than two are saturated."""
        deviation = self.gradient_term_deviation
        return None if deviation is None else deviation / math.sqrt(self.saturated)


@dataclass(frozen=True)
class Saturation:
    """Softmax of the same random scores without and with the division.

    Attributes
    ----------
    d_k, n_keys, trials
        The key width, the keys in a trial, and the trials.
    unscaled, scaled
        Of the scores as they are, and of the scores divided by the root of the key width.
    """

    d_k: int
    n_keys: int
    trials: int
    unscaled: LargestWeights
    scaled: LargestWeights


def measure_saturation(
    rng: np.random.Generator,
    d_k: int,
    n_keys: int,
    trials: int,
    *,
    threshold: float = 0.99,
    drawn: Callable[[int], object] = nobody,
) -> Saturation:
    r"""Draw one query and its keys for each trial, and see how much the largest weight takes.

    .. math::

        p_j = \frac{e^{s_j}}{\sum_l e^{s_l}}, \qquad
        1 - p_{\max} = \frac{r}{1 + r}, \quad r = \sum_{j \ne \max} e^{s_j - s_{\max}},

    once with :math:`s_j = \mathbf{q}^\top\mathbf{k}_j` and once with those divided by
    :math:`\sqrt{d_k}`. The result is a fraction of trials because the draw decides: one clears the
    threshold where the next falls short. Memory grows by 16 bytes a trial.

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
    threshold
        A trial is saturated if its largest weight exceeds this.
    drawn
        Called after each trial with the number of normals it drew.

    Returns
    -------
    Saturation
        The largest weights, unscaled and scaled.

    Raises
    ------
    TypeError
        If `rng` is not a Generator, a size not an integer, or `threshold` no number.
    ValueError
        If a size is too small, `threshold` is not from 0 to 1, or the weights of so many trials
        would take more than 1 GiB.

    Notes
    -----
    Sections 4.3 and 6.3. Vaswani et al. (2017), section 3.2.1.

    Examples
    --------
    Weights above zero always, and above one never:

    >>> measure_saturation(np.random.default_rng(1), 2, 3, 5, threshold=0).scaled.fraction
    1.0
    >>> measure_saturation(np.random.default_rng(1), 2, 3, 5, threshold=1).scaled.fraction
    0.0
    """
    generator("rng", rng)
    d_k = whole_number("d_k", d_k, minimum=1)
    n_keys = whole_number("n_keys", n_keys, minimum=2)
    trials = trials_number(trials)
    threshold = number_within("threshold", threshold, 0, 1)
    query, keys = np.empty(d_k), np.empty((n_keys, d_k))
    unscaled, scaled = np.empty(trials), np.empty(trials)
    root = math.sqrt(d_k)
    for trial in range(trials):
        rng.standard_normal(out=query)
        rng.standard_normal(out=keys)
        scores = np.vecdot(keys, query)
        unscaled[trial] = _remainder(scores)
        scaled[trial] = _remainder(scores / root)
        drawn(query.size + keys.size)
    return Saturation(
        d_k, n_keys, trials, _largest(threshold, unscaled), _largest(threshold, scaled)
    )


def _remainder(scores: Floats) -> float:
    """Return the sum of all softmax weights but the largest."""
    top = scores.argmax()
    gaps = np.exp(scores - scores[top])
    gaps[top] = 0.0
    others = float(gaps.sum())
    return others / (1 + others)


def _largest(threshold: float, remainder: Floats) -> LargestWeights:
    some = remainder[1 - remainder > threshold]
    terms = (1 - some) * some
    return LargestWeights(
        threshold=threshold,
        remainder=read_only(remainder),
        saturated=terms.size,
        gradient_term_mean=float(terms.mean()) if terms.size else None,
        gradient_term_median=float(np.median(terms)) if terms.size else None,
        gradient_term_deviation=float(terms.std(ddof=1)) if terms.size > 1 else None,
    )


def trials_number(trials: int) -> int:
    """Return `trials` as an int whose weights can be kept.

    Raises
    ------
    TypeError, ValueError
        If it is not an integer from 1 to `MOST_TRIALS`.
    """
    number = whole_number("trials", trials, minimum=1)
    if number > MOST_TRIALS:
        raise ValueError(
            f"trials: got {trials}; expected at most {MOST_TRIALS}, "
            f"since {BYTES_A_TRIAL} bytes are kept of each"
        )
    return number


def binomial_error(fraction: float, trials: int) -> float:
    """Return the standard error of a fraction of trials, as `LargestWeights.fraction_error`."""
    between = (fraction * trials + 0.5) / (trials + 1)
    return math.sqrt(between * (1 - between) / trials)
