"""The variance of a score against the key width."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from attention_course.experiments.variance_scaling import ScoreVariance
from attention_course.figures._axes import plot_area, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg
from attention_course.figures._numbers import number

_PANEL = (340.0, 250.0)


@drawing_style()
def show_variance(scores: Sequence[ScoreVariance], *, caption: str | None = None) -> InlineSvg:
    r"""Show the measured variances on the line :math:`\operatorname{Var}(s) = d_k`, and how near.

    Parameters
    ----------
    scores
        What was measured at each key width.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of raw and scaled variances on logarithmic axes, and one of
        :math:`\operatorname{Var}(s)/d_k` with two standard errors to either side.

    Raises
    ------
    ValueError
        If there is no width.

    Notes
    -----
    Section 6.3.
    """
    if not scores:
        raise ValueError("scores: got no width; expected one or more")
    rows = sorted(scores, key=lambda measured: measured.d_k)
    variances = "; ".join(f"{number(row.variance)} at {row.d_k}" for row in rows)
    ratios = "; ".join(
        f"{row.ratio:.4f} with standard error {row.ratio_error:.4f} at {row.d_k}" for row in rows
    )
    grown = (
        f"The variance of raw scores grows with the key width: {variances}. Scaled, it stays at 1."
    )
    return inline_svg(
        (_draw_variances(rows), grown),
        (_draw_ratios(rows), f"Variance divided by key width: {ratios}."),
        caption=caption,
    )


def _draw_variances(rows: Sequence[ScoreVariance]) -> Figure:
    figure, axes = plot_area(*_PANEL, "Variance of a score", left=40, right=54)
    widths = [row.d_k for row in rows]
    line = np.array([widths[0] / 1.3, widths[-1] * 1.3])
    axes.loglog(line, line, color="black", linewidth=1.2, alpha=0.6)
    axes.loglog(line, np.ones(2), color="black", linewidth=1.2, alpha=0.6)
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
        (line[1], line[1]),
        (6, -4),
        textcoords="offset points",
        color="black",
        weight="bold",
        annotation_clip=False,
    )
    axes.annotate(
        "scaled",
        (line[1], 1),
        (6, -4),
        textcoords="offset points",
        color="black",
        weight="bold",
        annotation_clip=False,
    )
    axes.set_xlim(widths[0] / 1.9, line[1])
    axes.set_ylim(0.5, 2.2 * line[1])
    set_ticks(axes.xaxis, widths)
    set_ticks(axes.yaxis, [1, 10, 100])
    axes.set_xlabel("key width *d*_{k}")
    return figure


def _draw_ratios(rows: Sequence[ScoreVariance]) -> Figure:
    figure, axes = plot_area(*_PANEL, "Variance ÷ *d*_{k}, with two standard errors", left=48)
    places = np.arange(len(rows))
    ratios = np.array([row.ratio for row in rows])
    errors = 2 * np.array([row.ratio_error for row in rows])
    axes.axhline(1, color="black", linewidth=1.2, alpha=0.6)
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
    reach = 1.3 * float((np.abs(ratios - 1) + errors).max())
    step = float(f"{reach / 2:.0e}")
    axes.set_xlim(-0.4, len(rows) - 0.6)
    axes.set_ylim(1 - reach, 1 + reach)
    set_ticks(axes.xaxis, list(places), [str(row.d_k) for row in rows])
    set_ticks(axes.yaxis, [1 - step, 1, 1 + step])
    axes.set_xlabel("key width *d*_{k}")
    return figure
