r"""Lab 2b: how the spread of a score grows with the key width, and what the division mends.

Run it with ``python -m attention_course.experiments.variance_scaling``.

The entries of a query and a key are drawn from :math:`\mathcal{N}(0, \sigma^2)`, correlated by
:math:`\rho` where :math:`q_i` meets :math:`k_i` and independent otherwise. A raw score is
:math:`s = \mathbf{q}^\top\mathbf{k} = \sum_i q_i k_i`, over :math:`d_k` terms.

**One product.** For :math:`\sigma = 1`,

.. math::

    q_i k_i = \tfrac14 (q_i + k_i)^2 - \tfrac14 (q_i - k_i)^2
            = \tfrac{1 + \rho}{2} A - \tfrac{1 - \rho}{2} B

with A and B independent, each the square of a standard normal. The cumulants of such a square are
1, 2, 8, 48, and those of independents add, so one product has mean :math:`\rho`, variance
:math:`1 + \rho^2` and fourth cumulant :math:`6(1 + 6\rho^2 + \rho^4)`. A score has
:math:`d_k` times each.

**The sampling error.** The variance of n draws with variance V and fourth cumulant
:math:`\kappa_4` is itself random, with variance :math:`\kappa_4/n + 2V^2/(n-1)`. For
:math:`\rho = 0` and :math:`\sigma = 1`, V is :math:`d_k` and :math:`\kappa_4` is
:math:`6 d_k`, so the ratio :math:`\operatorname{Var}(s)/d_k` over n draws has standard error

.. math:: \sqrt{\frac{6 d_k/n + 2 d_k^2/(n-1)}{d_k^2}} \approx \sqrt{\frac{2 + 6/d_k}{n}}.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from attention_course._checks import whole_number
from attention_course.experiments._moments import Moments
from attention_course.experiments._progress import ProgressBar
from attention_course.experiments._results import writable_file, write_json
from attention_course.experiments.comparison import LIMIT, Comparison, Published

Floats: TypeAlias = NDArray[np.float64]

_Array = TypeVar("_Array", bound=NDArray[Any])

SEED = 2017
"""The year of the paper, chosen before any result was seen."""

BLOCK_ENTRIES = 2**15
"""Entries of queries drawn at a time: 512 KiB with the keys beside them, for the L2 cache."""

CHUNK_SCORES = 2**13
"""Scores summarised at a time."""

CHUNK_ENTRIES = 2**21
"""Entries drawn between two reports of progress: some tens of milliseconds."""

BINS = 100
REACH = 5.0


def _nothing(_: float) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True)
class ScoreVariance:
    r"""What many draws of one score say about its mean and variance.

    Attributes
    ----------
    d_k : int
        Key width.
    draws : int
        How many scores, n.
    sigma, correlation : float
        Standard deviation σ of every entry; correlation ρ of :math:`q_i` with :math:`k_i`.
    mean, variance : float
        Of the raw scores :math:`\mathbf{q}^\top\mathbf{k}`.
    scaled_variance : float
        Of the scores divided by :math:`\sqrt{d_k}`, measured on those.
    counts : ndarray of int, shape (100,)
        Scaled scores in each bin; read-only. Scores outside of all bins are left out.
    edges : ndarray, shape (101,)
        The bins' edges, 5 standard deviations to either side of the expected mean; read-only.
        Times :math:`\sqrt{d_k}` they are the edges for the raw scores, with the same counts.
    """

    d_k: int
    draws: int
    sigma: float
    correlation: float
    mean: float
    variance: float
    scaled_variance: float
    counts: NDArray[np.int64] = field(repr=False, compare=False)
    edges: Floats = field(repr=False, compare=False)

    @property
    def expected_mean(self) -> float:
        r""":math:`\rho\,\sigma^2 d_k`."""
        return self.correlation * self.sigma**2 * self.d_k

    @property
    def expected_variance(self) -> float:
        r""":math:`(1 + \rho^2)\,\sigma^4 d_k`."""
        return (1 + self.correlation**2) * self.sigma**4 * self.d_k

    @property
    def mean_error(self) -> float:
        """Standard error of `mean`, from theory."""
        return math.sqrt(self.expected_variance / self.draws)

    @property
    def variance_error(self) -> float:
        """Standard error of `variance`, from theory (this module's text derives it)."""
        rho, n = self.correlation, self.draws
        fourth_cumulant = 6 * (1 + 6 * rho**2 + rho**4) * self.sigma**8 * self.d_k
        return math.sqrt(fourth_cumulant / n + 2 * self.expected_variance**2 / (n - 1))

    @property
    def ratio(self) -> float:
        r""":math:`\operatorname{Var}(s) / d_k`, expected to be 1 for σ = 1 and ρ = 0."""
        return self.variance / self.d_k

    @property
    def ratio_error(self) -> float:
        """Standard error of `ratio`, and by rule 3 of `scaled_variance` too."""
        return self.variance_error / self.d_k


def measure_score_variance(
    d_k: int,
    draws: int,
    rng: np.random.Generator,
    *,
    sigma: float = 1.0,
    correlation: float = 0.0,
    progress: Callable[[int], object] = _nothing,
) -> ScoreVariance:
    r"""Draw queries and keys, and measure the variance of their scores.

    .. math::

        \operatorname{E}[\mathbf{q}^\top\mathbf{k}] = \rho\,\sigma^2 d_k, \qquad
        \operatorname{Var}(\mathbf{q}^\top\mathbf{k}) = (1 + \rho^2)\,\sigma^4 d_k

    Memory stays the same at any number of draws and at any width: the normals are drawn a block
    at a time.

    Parameters
    ----------
    d_k : int
        Key width, the number of terms of a score.
    draws : int
        How many scores, at least 2; each has a query and a key of its own.
    rng : numpy.random.Generator
        Where the normals come from.
    sigma : float
        Standard deviation σ of every entry.
    correlation : float
        Correlation ρ of each query entry with the key entry it multiplies.
    progress : callable
        Called now and then with the number of normals drawn since the last call.

    Raises
    ------
    TypeError, ValueError
        If an argument is of another type or out of its range.

    References
    ----------
    Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1, footnote 4; the course's
    section 6.3.

    Examples
    --------
    Three terms, each entry with twice the usual spread: 2⁴ · 3 is 48.

    >>> spread = measure_score_variance(3, 10, np.random.default_rng(1), sigma=2.0)
    >>> spread.expected_variance
    48.0
    """
    d_k = whole_number("d_k", d_k, minimum=1)
    draws = whole_number("draws", draws, minimum=2)
    _check_generator(rng)
    sigma = _number_within("sigma", sigma, 1e-6, 1e6)
    correlation = _number_within("correlation", correlation, -1, 1)
    chunks = _scores(d_k, draws, rng, sigma, correlation)
    return _summary(
        chunks,
        progress,
        normals=2 * d_k,
        d_k=d_k,
        draws=draws,
        sigma=sigma,
        correlation=correlation,
    )


def cross_check(
    d_k: int,
    draws: int,
    rng: np.random.Generator,
    *,
    progress: Callable[[int], object] = _nothing,
) -> ScoreVariance:
    r"""Measure the same variance by another road, at two draws a score whatever the width.

    Given the key, a score is a sum of independent normals and so itself one,
    :math:`\mathcal{N}(0, \|\mathbf{k}\|^2)`; the squared length of the key is :math:`\chi^2` with
    :math:`d_k` degrees of freedom. Hence

    .. math:: \mathbf{q}^\top\mathbf{k} \sim z \sqrt{c}, \qquad
        z \sim \mathcal{N}(0, 1), \quad c \sim \chi^2(d_k).

    Parameters
    ----------
    d_k, draws, rng, progress
        As for `measure_score_variance`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of another type or out of its range.

    References
    ----------
    The course's section 6.3.

    Examples
    --------
    >>> cross_check(5, 10, np.random.default_rng(1)).expected_variance
    5.0
    """
    d_k = whole_number("d_k", d_k, minimum=1)
    draws = whole_number("draws", draws, minimum=2)
    _check_generator(rng)
    sizes = (min(CHUNK_SCORES, draws - start) for start in range(0, draws, CHUNK_SCORES))
    chunks = (rng.standard_normal(n) * np.sqrt(rng.chisquare(d_k, n)) for n in sizes)
    return _summary(chunks, progress, normals=2, d_k=d_k, draws=draws, sigma=1.0, correlation=0.0)


def _scores(
    d_k: int, draws: int, rng: np.random.Generator, sigma: float, correlation: float
) -> Iterator[Floats]:
    """Yield raw scores a chunk at a time, each chunk in the place of the one before."""
    query, key = np.empty(BLOCK_ENTRIES), np.empty(BLOCK_ENTRIES)
    columns = min(d_k, BLOCK_ENTRIES)
    rows = BLOCK_ENTRIES // columns
    scores = np.empty(max(1, min(CHUNK_SCORES, CHUNK_ENTRIES // d_k)))
    for start in range(0, draws, scores.size):
        chunk = scores[: min(scores.size, draws - start)]
        chunk[:] = 0.0
        for row in range(0, chunk.size, rows):
            block = chunk[row : row + rows]
            for column in range(0, d_k, columns):
                shape = block.size, min(columns, d_k - column)
                q, k = (entries[: math.prod(shape)] for entries in (query, key))
                rng.standard_normal(out=q)
                rng.standard_normal(out=k)
                if correlation:
                    k *= math.sqrt(1 - correlation**2)
                    k += correlation * q
                if sigma != 1:
                    q *= sigma
                    k *= sigma
                block += np.vecdot(q.reshape(shape), k.reshape(shape))
        yield chunk


def _summary(
    chunks: Iterable[Floats],
    progress: Callable[[int], object],
    *,
    normals: int,
    d_k: int,
    draws: int,
    sigma: float,
    correlation: float,
) -> ScoreVariance:
    """Merge chunks of raw scores, each score costing so many `normals`, into one record."""
    root = math.sqrt(d_k)
    centre = correlation * sigma**2 * root
    reach = REACH * sigma**2 * math.sqrt(1 + correlation**2)
    span = centre - reach, centre + reach
    raw, scaled = Moments(), Moments()
    counts = np.zeros(BINS, dtype=np.int64)
    for chunk in chunks:
        divided = chunk / root
        raw, scaled = raw.with_block(chunk), scaled.with_block(divided)
        counts += np.histogram(divided, BINS, span)[0]
        progress(normals * chunk.size)
    return ScoreVariance(
        d_k=d_k,
        draws=draws,
        sigma=sigma,
        correlation=correlation,
        mean=raw.mean,
        variance=raw.variance,
        scaled_variance=scaled.variance,
        counts=_read_only(counts),
        edges=_read_only(np.linspace(*span, BINS + 1)),
    )


@dataclass(frozen=True)
class LargestWeights:
    r"""The largest softmax weight of each trial, and how many trials it saturates.

    Attributes
    ----------
    threshold : float
        A trial is saturated if its largest weight exceeds this.
    remainder : ndarray, shape (trials,)
        :math:`1 - p_{\max}` of each trial: the sum of the other weights, never rounded to 0 by a
        subtraction; read-only.
    saturated : int
        How many trials are.
    gradient_term_mean : float or None
        Mean of :math:`p_{\max}(1 - p_{\max})` over the saturated trials; None if there are none.
    gradient_term_median : float or None
        Their median, the smaller because a few trials just above the threshold carry the mean.
    gradient_term_deviation : float or None
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
        r""":math:`p_{\max}` of each trial, shape (trials,)."""
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
        return _binomial_error(self.fraction, self.remainder.size)

    @property
    def gradient_term_error(self) -> float | None:
        """Standard error of `gradient_term_mean`; None if fewer than two trials are saturated."""
        deviation = self.gradient_term_deviation
        return None if deviation is None else deviation / math.sqrt(self.saturated)


@dataclass(frozen=True)
class Saturation:
    """Softmax of the same random scores without and with the division.

    Attributes
    ----------
    d_k, n_keys, trials : int
        Key width, keys in a trial, and trials.
    unscaled, scaled : LargestWeights
        Of the scores as they are, and of the scores divided by the root of the key width.
    """

    d_k: int
    n_keys: int
    trials: int
    unscaled: LargestWeights
    scaled: LargestWeights


def measure_saturation(
    d_k: int,
    n_keys: int,
    trials: int,
    rng: np.random.Generator,
    threshold: float = 0.99,
    *,
    progress: Callable[[int], object] = _nothing,
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
    d_k, n_keys, trials : int
        Key width, keys in a trial (at least 2), and trials.
    rng : numpy.random.Generator
        Where the normals come from.
    threshold : float
        A trial is saturated if its largest weight exceeds this.
    progress : callable
        Called now and then with the number of normals drawn since the last call.

    Raises
    ------
    TypeError, ValueError
        If an argument is of another type or out of its range.

    References
    ----------
    The course's sections 6.3 and 4.3; Vaswani et al. (2017), section 3.2.1.

    Examples
    --------
    Weights above zero always, and above one never:

    >>> measure_saturation(2, 3, 5, np.random.default_rng(1), threshold=0).scaled.fraction
    1.0
    >>> measure_saturation(2, 3, 5, np.random.default_rng(1), threshold=1).scaled.fraction
    0.0
    """
    d_k = whole_number("d_k", d_k, minimum=1)
    n_keys = whole_number("n_keys", n_keys, minimum=2)
    trials = whole_number("trials", trials, minimum=1)
    _check_generator(rng)
    threshold = _number_within("threshold", threshold, 0, 1)
    query, keys = np.empty(d_k), np.empty((n_keys, d_k))
    unscaled, scaled = np.empty(trials), np.empty(trials)
    root = math.sqrt(d_k)
    for trial in range(trials):
        rng.standard_normal(out=query)
        rng.standard_normal(out=keys)
        scores = np.vecdot(keys, query)
        unscaled[trial] = _remainder(scores)
        scaled[trial] = _remainder(scores / root)
        progress(query.size + keys.size)
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
        remainder=_read_only(remainder),
        saturated=terms.size,
        gradient_term_mean=float(terms.mean()) if terms.size else None,
        gradient_term_median=float(np.median(terms)) if terms.size else None,
        gradient_term_deviation=float(terms.std(ddof=1)) if terms.size > 1 else None,
    )


@dataclass(frozen=True)
class Source:
    r"""The figures of the course this book follows: its section 6.3, "lab 2b".

    The course publishes them without the seed they were drawn with, so they are compared as one
    random sample with another. It publishes no errors either; these follow from the theory:

    * the ratio and the scaled variance: :math:`\sqrt{(2 + 6/d_k)/n}`, derived at the head of this
      module;
    * a fraction of trials: binomial, as `LargestWeights.fraction_error`;
    * the gradient term: the spread from trial to trial seen here, over the root of the number of
      trials that saturated there, 175;

    each with the rounding of the printed figure added (`Published.rounding_error`): the fraction
    is printed in whole percent, the scaled variance to one digit.
    """

    draws: int
    ratios: Mapping[int, Published]
    scaled_variance: Published
    trials: int
    saturation_width: int
    n_keys: int
    threshold: float
    fraction: Published
    scaled_fraction: Published
    gradient_term: Published

    def ratio_error(self, d_k: int) -> float:
        """Return the standard error of the source's ratio, and of its scaled variance."""
        return math.sqrt((2 + 6 / d_k) / self.draws)


SOURCE = Source(
    draws=200_000,
    ratios=MappingProxyType(
        {
            32: Published("0.9987"),
            64: Published("1.0040"),
            128: Published("1.0029"),
            256: Published("1.0038"),
        }
    ),
    scaled_variance=Published("1.0"),
    trials=500,
    saturation_width=128,
    n_keys=64,
    threshold=0.99,
    fraction=Published("0.35"),
    scaled_fraction=Published("0.00"),
    gradient_term=Published("0.0020"),
)
"""What the source published."""


@dataclass(frozen=True)
class VarianceScaling:
    """Everything the lab measured.

    Attributes
    ----------
    seed, draws : int
        What it was run with.
    scores : tuple of ScoreVariance
        One for each width, in the order asked for.
    cross_checks : tuple of ScoreVariance
        The same by two draws a score.
    saturation : Saturation
        The trials.
    comparisons : tuple of Comparison
        Each figure beside the source's, or theory's where the source has none, or the
        cross-check's.
    """

    seed: int
    draws: int
    scores: tuple[ScoreVariance, ...]
    cross_checks: tuple[ScoreVariance, ...]
    saturation: Saturation
    comparisons: tuple[Comparison, ...]

    @property
    def agrees(self) -> bool:
        """Whether every comparison does."""
        return all(comparison.agrees for comparison in self.comparisons)

    @property
    def verdict(self) -> str:
        """The plain verdict in one line."""
        if self.agrees:
            return "every figure agrees with its reference within its error."
        strangers = sum(not comparison.agrees for comparison in self.comparisons)
        return f"{strangers} of {len(self.comparisons)} figures do not agree with their reference."


def run(
    draws: int = SOURCE.draws,
    widths: Sequence[int] = tuple(SOURCE.ratios),
    trials: int = SOURCE.trials,
    *,
    saturation_width: int = SOURCE.saturation_width,
    n_keys: int = SOURCE.n_keys,
    seed: int = SEED,
    progress: Callable[[float], object] = _nothing,
) -> VarianceScaling:
    """Run the whole lab; by default with the source's numbers of draws and trials.

    Each measurement draws from a generator of its own, made from the seed and the width, so its
    figures do not depend on which other widths are asked for.

    Parameters
    ----------
    draws : int
        Scores for each width.
    widths : sequence of int
        Key widths, each once.
    trials, saturation_width, n_keys : int
        Of the softmax trials.
    seed : int
        Of all that is random.
    progress : callable
        Called now and then with the fraction of the work that is done.

    Raises
    ------
    TypeError, ValueError
        If an argument is of another type or out of its range.

    References
    ----------
    The course's section 6.3, lab 2b.

    Examples
    --------
    >>> lab = run(draws=10, widths=(3, 5), trials=7)
    >>> [scores.d_k for scores in lab.scores], lab.saturation.trials
    ([3, 5], 7)
    """
    draws = whole_number("draws", draws, minimum=2)
    widths = _distinct_widths(widths)
    trials = whole_number("trials", trials, minimum=1)
    saturation_width = whole_number("saturation_width", saturation_width, minimum=1)
    n_keys = whole_number("n_keys", n_keys, minimum=2)
    seed = whole_number("seed", seed, minimum=0)

    total = draws * sum(2 * d_k + 2 for d_k in widths) + trials * (n_keys + 1) * saturation_width
    done = 0

    def advance(normals: int) -> None:
        nonlocal done
        done += normals
        progress(done / total)

    def child(purpose: int, d_k: int) -> np.random.Generator:
        return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(purpose, d_k)))

    scores = tuple(
        measure_score_variance(d_k, draws, child(0, d_k), progress=advance) for d_k in widths
    )
    cross_checks = tuple(cross_check(d_k, draws, child(1, d_k), progress=advance) for d_k in widths)
    saturation = measure_saturation(
        saturation_width,
        n_keys,
        trials,
        child(2, saturation_width),
        SOURCE.threshold,
        progress=advance,
    )
    comparisons = (
        *chain(*zip(*map(_against_source, scores), strict=True)),
        *(_against_each_other(*pair) for pair in zip(scores, cross_checks, strict=True)),
        *_saturation_against_source(saturation),
    )
    return VarianceScaling(seed, draws, scores, cross_checks, saturation, comparisons)


def _against_source(scores: ScoreVariance) -> Iterator[Comparison]:
    """Compare the ratio and the scaled variance, with theory where the source has neither."""
    for figure, measured, published in (
        ("Var(q.k) / d_k", scores.ratio, SOURCE.ratios.get(scores.d_k)),
        (
            "Var(q.k / sqrt(d_k)), measured on the scaled scores",
            scores.scaled_variance,
            SOURCE.scaled_variance if scores.d_k in SOURCE.ratios else None,
        ),
    ):
        ours = measured, scores.ratio_error
        if published is None:
            yield Comparison(figure, scores.d_k, *ours, "theory", 1.0, 0.0, 0)
        else:
            error = SOURCE.ratio_error(scores.d_k)
            yield _beside(published, error, figure, scores.d_k, ours)


def _against_each_other(scores: ScoreVariance, check: ScoreVariance) -> Comparison:
    return Comparison(
        "Var(q.k) / d_k, checked by two draws a score",
        scores.d_k,
        scores.ratio,
        scores.ratio_error,
        "cross-check",
        check.ratio,
        check.ratio_error,
        4,
    )


def _saturation_against_source(saturation: Saturation) -> Iterator[Comparison]:
    """Compare what can be: nothing at another width or number of keys than the source's."""
    d_k, unscaled, scaled = saturation.d_k, saturation.unscaled, saturation.scaled
    if (d_k, saturation.n_keys) != (SOURCE.saturation_width, SOURCE.n_keys):
        return
    for which, weights, published in (
        ("unscaled", unscaled, SOURCE.fraction),
        ("scaled", scaled, SOURCE.scaled_fraction),
    ):
        figure = f"p_max > {SOURCE.threshold}, fraction of the {which} trials"
        error = _binomial_error(published.value, SOURCE.trials)
        ours = weights.fraction, weights.fraction_error
        yield _beside(published, error, figure, d_k, ours)
    mean, deviation = unscaled.gradient_term_mean, unscaled.gradient_term_deviation
    if mean is not None and deviation is not None:
        figure = "p_max(1 - p_max), mean over the saturated unscaled trials"
        error = deviation / math.sqrt(SOURCE.fraction.value * SOURCE.trials)
        ours = mean, deviation / math.sqrt(unscaled.saturated)
        yield _beside(SOURCE.gradient_term, error, figure, d_k, ours)


def _beside(
    published: Published, error: float, figure: str, d_k: int, ours: tuple[float, float]
) -> Comparison:
    """Compare `ours`, a figure and its error, with a published one and its sampling error."""
    both = math.hypot(error, published.rounding_error)
    return Comparison(figure, d_k, *ours, "source", published.value, both, published.digits)


def _binomial_error(fraction: float, trials: int) -> float:
    between = (fraction * trials + 0.5) / (trials + 1)
    return math.sqrt(between * (1 - between) / trials)


def _read_only(array: _Array) -> _Array:
    array.setflags(write=False)
    return array


def _check_generator(rng: object) -> None:
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng: got {type(rng).__name__}; "
            "expected a numpy.random.Generator (numpy.random.default_rng makes one)"
        )


def _number_within(name: str, value: object, low: float, high: float) -> float:
    expected = f"expected a number from {low:g} to {high:g}"
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name}: got {value!r}; {expected}")
    if not low <= value <= high:
        raise ValueError(f"{name}: got {value}; {expected}")
    return float(value)


def _distinct_widths(widths: Sequence[int]) -> tuple[int, ...]:
    checked = tuple(whole_number("widths", width, minimum=1) for width in widths)
    if not checked or len(set(checked)) < len(checked):
        given = " ".join(map(str, checked)) or "none"
        raise ValueError(f"widths: got {given}; expected one or more, each once")
    return checked


def table(lab: VarianceScaling) -> str:
    """Return all comparisons as a table of at most 80 columns, and the verdict.

    Examples
    --------
    >>> print(table(run(draws=10, widths=(3,), trials=7)).splitlines()[0])
    draws a width: 10
    """
    lines = [
        f"draws a width: {lab.draws:,}",
        f"trials:        {lab.saturation.trials:,}, each of {lab.saturation.n_keys} keys",
        f"seed:          {lab.seed}",
        "",
        f"{'d_k':>8}{'measured':>11}{'error':>9}{'reference':>12}{'':14}{'error':>6}{'z':>7}",
    ]
    heading = ""
    for row in lab.comparisons:
        if row.figure != heading:
            heading = row.figure
            lines += ["", heading]
        expected = f"{row.expected:.{row.digits}f}"
        lines.append(
            f"{row.d_k:>8}{row.measured:>11.4f}{row.error:>9.4f}{expected:>12}  "
            f"{row.reference:<12}{row.expected_error:>6.4f}{row.z:>+7.2f}  "
            + ("agrees" if row.agrees else "differs")
        )
    lines += [
        "",
        f"z is the difference in standard errors of it; up to {LIMIT:g}, either way, agrees.",
        f"Verdict: {lab.verdict}",
    ]
    return "\n".join(lines)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}\n")


def _integer(minimum: int) -> Callable[[str], int]:
    """Return a reader of an integer from the command line."""

    def read(text: str) -> int:
        try:
            return whole_number("", int(text), minimum=minimum)
        except ValueError:
            message = f"got {text!r}; expected an integer of {minimum} or more"
            raise argparse.ArgumentTypeError(message) from None

    return read


def _writable(text: str) -> Path:
    try:
        return writable_file(text)
    except OSError as error:
        message = f"got {text!r}; expected a file that can be written ({error.strerror})"
        raise argparse.ArgumentTypeError(message) from None


def _parser() -> _Parser:
    parser = _Parser(
        prog="python -m attention_course.experiments.variance_scaling",
        description="Measure how the spread of a score grows with the key width.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--draws", type=_integer(2), default=SOURCE.draws, metavar="N", help="scores a width")
    add(
        "--widths",
        type=_integer(1),
        nargs="+",
        default=list(SOURCE.ratios),
        metavar="W",
        help="key widths",
    )
    add("--trials", type=_integer(1), default=SOURCE.trials, metavar="N", help="softmax trials")
    add("--seed", type=_integer(0), default=SEED, metavar="S", help="of all that is random")
    add("--json", type=_writable, metavar="PATH", help="write all figures to this file")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the lab from the command line, print its table, and return the exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if left out.
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        widths = _distinct_widths(given.widths)
    except ValueError as error:
        parser.error(f"argument --{error}")
    try:
        with ProgressBar(sys.stderr) as bar:
            lab = run(given.draws, widths, given.trials, seed=given.seed, progress=bar.show)
        print(table(lab))
        if given.json is not None:
            _write(given.json, lab)
    except KeyboardInterrupt:
        print("Stopped: interrupted before the end; no file was written.", file=sys.stderr)
        return 130
    return 0


def _write(path: Path, lab: VarianceScaling) -> None:
    try:
        write_json(path, {"numpy": np.__version__, "lab": lab})
    except OSError as error:
        sys.exit(f"error: argument --json: {path} could not be written ({error.strerror})")


if __name__ == "__main__":
    sys.exit(main())
