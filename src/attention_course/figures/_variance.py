"""The variance of a score against the key width."""

from collections.abc import Sequence
from math import floor, log10

import numpy as np
from matplotlib.figure import Figure

from attention_course._numbers import number
from attention_course.experiments.variance_scaling import ScoreVariance
from attention_course.figures._axes import plot_area, set_powers, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg
from attention_course.figures._widths import by_width, common_ratio

_PANEL = (340.0, 250.0)


@drawing_style()
def show_variance(scores: Sequence[ScoreVariance], *, caption: str | None = None) -> InlineSvg:
    r"""Show the measured variances on the line that theory predicts, and how near they are.

    .. math:: \operatorname{Var}(\mathbf{q}^\top\mathbf{k}) = (1 + \rho^2)\,\sigma^4 d_k

    It is :math:`d_k` for entries of variance 1 without correlation.

    Parameters
    ----------
    scores
        What was measured at each key width, with one σ and one ρ.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of raw and scaled variances on logarithmic axes, and one of
        :math:`\operatorname{Var}(s)/d_k` with two standard errors to either side.

    Raises
    ------
    TypeError
        If `scores` is no sequence of such records.
    ValueError
        If there is no width, or σ or ρ differs between them.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    Entries of twice the spread make scores of 16 times the variance:

    >>> from attention_course.experiments.variance_scaling import measure_score_variance
    >>> wide = measure_score_variance(np.random.default_rng(1), 4, 100, sigma=2.0)
    >>> show_variance([wide]).labels[0].split(". ")[1]
    'Scaled, it should be 16.'
    """
    rows = by_width(scores)
    expected = common_ratio(rows)
    variances = "; ".join(f"{number(row.variance)} at {row.d_k}" for row in rows)
    ratios = "; ".join(
        f"{row.ratio:.4f} with standard error {row.ratio_error:.4f} at {row.d_k}" for row in rows
    )
    grown = (
        f"The variance of raw scores grows with the key width: {variances}. "
        f"Scaled, it should be {number(expected)}."
    )
    return inline_svg(
        (_draw_variances(rows, expected), grown),
        (
            _draw_ratios(rows, expected),
            f"Variance divided by key width, predicted {number(expected)}: {ratios}.",
        ),
        caption=caption,
    )


def _draw_variances(rows: Sequence[ScoreVariance], expected: float) -> Figure:
    figure, axes = plot_area(*_PANEL, "Variance of a score", left=40, right=54)
    widths = [row.d_k for row in rows]
    line = np.array([widths[0] / 1.3, widths[-1] * 1.3])
    axes.loglog(line, expected * line, color="black", linewidth=1.2, alpha=0.6)
    axes.loglog(line, np.full(2, expected), color="black", linewidth=1.2, alpha=0.6)
    axes.plot(widths, [row.variance for row in rows], "o", color="black", markersize=6)
    axes.plot(
        widths,
        [row.scaled_variance for row in rows],
        "o",
        color="black",
        markerfacecolor="none",
        markersize=6,
    )
    for row in rows:
        axes.annotate(
            number(row.variance),
            (row.d_k, row.variance),
            (-8, 6),
            textcoords="offset points",
            ha="right",
            size=11.5,
        )
        if row.d_k == 1:
            continue  # Both are the same there.
        axes.annotate(
            number(row.scaled_variance),
            (row.d_k, row.scaled_variance),
            (0, 9),
            textcoords="offset points",
            ha="center",
            size=11.5,
        )
    axes.annotate(
        "raw",
        (line[1], expected * line[1]),
        (6, -4),
        textcoords="offset points",
        color="black",
        weight="bold",
        annotation_clip=False,
    )
    axes.annotate(
        "scaled",
        (line[1], expected),
        (6, -4),
        textcoords="offset points",
        color="black",
        weight="bold",
        annotation_clip=False,
    )
    # A fifth of the axis is left for the label of the first point.
    axes.set_xlim(widths[0] / max(1.9, (line[1] / line[0]) ** 0.25), line[1])
    measured = [value for row in rows for value in (row.variance, row.scaled_variance)]
    # The power of ten below the prediction is always in sight.
    lowest = min(0.5 * expected, 0.7 * min(measured), 0.9 * 10.0 ** floor(log10(1.001 * expected)))
    highest = max(2.2 * expected * float(line[1]), 1.5 * max(measured))
    axes.set_ylim(lowest, highest)
    set_ticks(axes.xaxis, widths)
    set_powers(axes.yaxis, lowest, highest)
    axes.set_xlabel("key width *d*_{k}")
    return figure


def _draw_ratios(rows: Sequence[ScoreVariance], expected: float) -> Figure:
    figure, axes = plot_area(*_PANEL, "Variance ÷ *d*_{k}, with two standard errors", left=48)
    places = np.arange(len(rows))
    ratios = np.array([row.ratio for row in rows])
    errors = 2 * np.array([row.ratio_error for row in rows])
    axes.axhline(expected, color="black", linewidth=1.2, alpha=0.6)
    axes.errorbar(
        places, ratios, errors, fmt="o", color="black", markersize=6, elinewidth=1.4, capsize=4
    )
    for place, ratio, error in zip(places, ratios, errors, strict=True):
        axes.annotate(
            f"{ratio:.4f}",
            (place, ratio + error),
            (0, 6),
            textcoords="offset points",
            ha="center",
            size=11.5,
        )
    reach = 1.3 * float((np.abs(ratios - expected) + errors).max())
    step = float(f"{reach / 2:.0e}")
    axes.set_xlim(-0.4, len(rows) - 0.6)
    axes.set_ylim(expected - reach, expected + reach)
    set_ticks(axes.xaxis, list(places), [str(row.d_k) for row in rows])
    set_ticks(axes.yaxis, [expected - step, expected, expected + step])
    axes.set_xlabel("key width *d*_{k}")
    return figure
