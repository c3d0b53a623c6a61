"""The whole lab: every measurement, each beside what it is held against."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from attention_course._checks import whole_number
from attention_course.experiments.variance_scaling._comparison import Comparison, Published
from attention_course.experiments.variance_scaling._progress import nobody
from attention_course.experiments.variance_scaling._saturation import (
    Saturation,
    binomial_error,
    measure_saturation,
    trials_number,
)
from attention_course.experiments.variance_scaling._scores import (
    ScoreVariance,
    cross_check,
    measure_score_variance,
)
from attention_course.experiments.variance_scaling._source import SOURCE

SEED = 2017
"""The year of the paper, chosen before any result was seen."""


@dataclass(frozen=True)
class VarianceScaling:
    """Everything the lab measured.

    Attributes
    ----------
    seed, draws
        What it was run with.
    scores
        One for each width, in the order asked for.
    cross_checks
        The same by two draws a score.
    saturation
        The trials.
    comparisons
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
    progress: Callable[[float], object] = nobody,
) -> VarianceScaling:
    """Run the whole lab; by default with the source's numbers of draws and trials.

    Each measurement draws from a generator of its own, made from the seed and the width, so its
    figures do not depend on which other widths are asked for.

    Parameters
    ----------
    draws
        n, the scores for each width.
    widths
        The key widths, each once.
    trials, saturation_width, n_keys
        The softmax trials, their key width and the keys in each.
    seed
        Of all that is random.
    progress
        Called now and then with the fraction of the work that is done.

    Returns
    -------
    VarianceScaling
        The measurements and the comparisons.

    Raises
    ------
    TypeError
        If a size or the seed is not an integer, or `widths` no sequence of integers.
    ValueError
        If a size or the seed is too small, a width is given twice or none at all, or the weights
        of so many trials would take more than 1 GiB.

    Notes
    -----
    Section 6.3, lab 2b.

    Examples
    --------
    What it is asked for is what it was run with:

    >>> lab = run(draws=10, widths=(3, 5), trials=7)
    >>> [scores.d_k for scores in lab.scores], lab.saturation.trials
    ([3, 5], 7)
    """
    draws = whole_number("draws", draws, minimum=2)
    widths = distinct_widths(widths)
    trials = trials_number(trials)
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
        measure_score_variance(child(0, d_k), d_k, draws, drawn=advance) for d_k in widths
    )
    cross_checks = tuple(cross_check(child(1, d_k), d_k, draws, drawn=advance) for d_k in widths)
    saturation = measure_saturation(
        child(2, saturation_width),
        saturation_width,
        n_keys,
        trials,
        threshold=SOURCE.threshold,
        drawn=advance,
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
        error = binomial_error(published.value, SOURCE.trials)
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


def distinct_widths(widths: Sequence[int]) -> tuple[int, ...]:
    """Return the widths as ints.

    Raises
    ------
    TypeError
        If they are no sequence of integers.
    ValueError
        If one is below 1 or given twice, or there is none.
    """
    if not isinstance(widths, Iterable):
        raise TypeError(f"widths: got {widths!r}; expected one or more integers, each once")
    checked = tuple(whole_number("widths", width, minimum=1) for width in widths)
    if not checked or len(set(checked)) < len(checked):
        given = " ".join(map(str, checked)) or "none"
        raise ValueError(f"widths: got {given}; expected one or more, each once")
    return checked
