"""The same two measurements with many seeds, to see how far one run lies from the next.

Run it with ``python -m attention_course.experiments.recorded_runs``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from attention_course._checks import whole_number
from attention_course.experiments._printing import say
from attention_course.experiments.variance_scaling import (
    Saturation,
    ScoreVariance,
    measure_saturation,
    measure_score_variance,
)

WIDTHS = tuple(2**power for power in range(10))
SEEDS = tuple(range(1, 21))
N_KEYS = 64

_MERGED = 2


@dataclass(frozen=True, eq=False)
class RecordedRun:
    """What one seed gave at one width.

    Attributes
    ----------
    seed
        The generator was ``numpy.random.default_rng([seed, d_k])``.
    scores
        The scores, drawn first.
    saturation
        The softmax trials, drawn after them.
    """

    seed: int
    scores: ScoreVariance
    saturation: Saturation

    @property
    def counts(self) -> NDArray[np.int64]:
        """The scores in each of 50 bins, a fifth of the predicted standard deviation wide."""
        merged: NDArray[np.int64] = self.scores.counts.reshape(-1, _MERGED).sum(axis=1)
        return merged

    @property
    def deviation(self) -> float:
        """The standard deviation of the raw scores."""
        return sqrt(self.scores.variance)

    @property
    def scaled_deviation(self) -> float:
        """The standard deviation of the scaled scores, of which 1 is expected."""
        return sqrt(self.scores.scaled_variance)


@dataclass(frozen=True, eq=False)
class RecordedRuns:
    """The runs of all seeds at all widths.

    Attributes
    ----------
    seeds, widths
        Which they are.
    draws, trials, n_keys
        The scores of a run, its softmax trials, and the keys in each of these.
    runs
        By width, then by seed.
    """

    seeds: tuple[int, ...]
    widths: tuple[int, ...]
    draws: int
    trials: int
    n_keys: int
    runs: tuple[tuple[RecordedRun, ...], ...]

    @property
    def deviations(self) -> NDArray[np.float64]:
        """The standard deviations of scaled scores, of shape (n_widths, n_seeds)."""
        return np.array([[run.scaled_deviation for run in line] for line in self.runs])

    @property
    def fractions(self) -> NDArray[np.float64]:
        """The saturated fraction of unscaled trials, of shape (n_widths, n_seeds)."""
        return np.array([[run.saturation.unscaled.fraction for run in line] for line in self.runs])

    @property
    def bell(self) -> NDArray[np.float64]:
        r"""The predicted height of `RecordedRun.counts` at each of the 101 edges of the scores.

        It is :math:`n b\, e^{-z^2/2} / \sqrt{2\pi}` for n draws and bins of b standard deviations.
        """
        edges = self.runs[0][0].scores.edges
        height = self.draws * _MERGED * (edges[1] - edges[0]) / sqrt(2 * pi)
        return np.array([height * exp(-(z**2) / 2) for z in edges])


def record_runs(
    widths: Sequence[int] = WIDTHS,
    seeds: Sequence[int] = SEEDS,
    *,
    draws: int = 2000,
    trials: int = 40,
    n_keys: int = N_KEYS,
) -> RecordedRuns:
    r"""Measure the spread of scores and the saturation of softmax once for each seed and width.

    Chance moves the measured standard deviation by about :math:`\sqrt{(2 + 6/d_k)/4n}` of itself
    from run to run, and the saturated fraction p of t trials by :math:`\sqrt{p(1 - p)/t}`.

    Parameters
    ----------
    widths
        The key widths, each once.
    seeds
        The seeds, each once. A run depends on its seed and its width only.
    draws
        n, the scores of a run.
    trials, n_keys
        The softmax trials of a run, and the keys in each.

    Returns
    -------
    RecordedRuns
        One run for each width and seed.

    Raises
    ------
    TypeError
        If anything is not an integer.
    ValueError
        If there is no width or no seed, one comes twice, or a number is too small.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    Two widths and three seeds are six runs:

    >>> record_runs((1, 4), (7, 8, 9), draws=10, trials=5, n_keys=3).deviations.shape
    (2, 3)
    """
    widths = _each_once("widths", widths, minimum=1)
    seeds = _each_once("seeds", seeds, minimum=0)
    runs = tuple(tuple(_run(seed, d_k, draws, trials, n_keys) for seed in seeds) for d_k in widths)
    return RecordedRuns(seeds, widths, draws, trials, n_keys, runs)


def _run(seed: int, d_k: int, draws: int, trials: int, n_keys: int) -> RecordedRun:
    rng = np.random.default_rng([seed, d_k])
    return RecordedRun(
        seed,
        measure_score_variance(rng, d_k, draws),
        measure_saturation(rng, d_k, n_keys, trials),
    )


def _each_once(name: str, values: Sequence[int], *, minimum: int) -> tuple[int, ...]:
    if not isinstance(values, Sequence):
        raise TypeError(f"{name}: got {values!r}; expected integers, each once")
    numbers = tuple(whole_number(name, value, minimum=minimum) for value in values)
    if not numbers or len(set(numbers)) < len(numbers):
        raise ValueError(f"{name}: got {list(numbers)}; expected one or more, each once")
    return numbers


def main() -> None:
    """Print how far the runs lie apart at each width.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    A raw score of width 64 is predicted to have a standard deviation of 8:

    >>> main()  # doctest: +ELLIPSIS
    20 runs a width: lowest, mean and highest
    width  standard deviation ÷ predicted  saturated trials, unscaled
        1  ...
       64  ...
      512  ...
    """
    runs = record_runs()
    say(f"{len(runs.seeds)} runs a width: lowest, mean and highest")
    say("width  standard deviation ÷ predicted  saturated trials, unscaled")
    for d_k, ratios, shares in zip(runs.widths, runs.deviations, runs.fractions, strict=True):
        spread = "  ".join(f"{x:.3f}" for x in (ratios.min(), ratios.mean(), ratios.max()))
        share = "  ".join(f"{x:5.1%}" for x in (shares.min(), shares.mean(), shares.max()))
        say(f"{d_k:5}  {spread:>30}  {share:>26}")


if __name__ == "__main__":
    main()
