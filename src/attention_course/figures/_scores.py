"""How far random scores spread, raw and scaled, at each key width."""

from collections.abc import Sequence
from math import exp, floor, log10, pi, sqrt

import numpy as np
from matplotlib.figure import Figure

from attention_course._numbers import number
from attention_course.experiments.variance_scaling import ScoreVariance
from attention_course.figures._axes import plot_area, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg
from attention_course.figures._widths import by_width

_PANEL = 340.0
_ROW = 74.0


@drawing_style()
def show_scores(scores: Sequence[ScoreVariance], *, caption: str | None = None) -> InlineSvg:
    r"""Show histograms of raw and of scaled scores, a row a width, under the predicted curves.

    .. math:: \mathcal{N}(0, \sigma^4 d_k) \quad\text{and}\quad \mathcal{N}(0, \sigma^4)

    with the σ of the entries, usually 1.

    Parameters
    ----------
    scores
        What was measured at each key width, without correlation; the widest is drawn last.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of the raw scores, one of the scaled.

    Raises
    ------
    TypeError
        If `scores` is no sequence of such records.
    ValueError
        If there is no width, or queries and keys were correlated: their bells do not stand at 0.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    A sum of four products of variance 1 has a standard deviation of 2:

    >>> from attention_course.experiments.variance_scaling import measure_score_variance
    >>> drawing = show_scores([measure_score_variance(np.random.default_rng(1), 4, 100)])
    >>> drawing.labels[0].endswith("at 4, predicted 2.")
    True
    """
    rows = by_width(scores)
    for row in rows:
        if row.correlation:
            raise ValueError(
                f"scores: got correlation {row.correlation} at {row.d_k}; expected 0, since every "
                "bell is drawn around 0"
            )
    raw = "; ".join(
        f"{number(sqrt(row.variance), 3)} at {row.d_k}, "
        f"predicted {number(sqrt(row.expected_variance), 3)}"
        for row in rows
    )
    scaled = "; ".join(f"{number(sqrt(row.scaled_variance), 3)} at {row.d_k}" for row in rows)
    return inline_svg(
        (
            _draw(rows, scaled=False),
            f"Histograms of raw scores. Their standard deviation by key width: {raw}.",
        ),
        (
            _draw(rows, scaled=True),
            f"Histograms of scaled scores. Their standard deviation by key width: {scaled}.",
        ),
        caption=caption,
    )


def _draw(rows: Sequence[ScoreVariance], *, scaled: bool) -> Figure:
    title = "Scaled scores, q·k ÷ √*d*_{k}" if scaled else "Raw scores, q·k"
    figure, axes = plot_area(
        _PANEL, 30 + _ROW * len(rows) + 44, title, left=6, right=6, top=34, bottom=42
    )
    reach = max(float(row.edges[-1]) * (1.0 if scaled else sqrt(row.d_k)) for row in rows)
    for row, measured in enumerate(rows):
        root = 1.0 if scaled else sqrt(measured.d_k)
        variance = measured.scaled_variance if scaled else measured.variance
        edges = measured.edges * root
        heights = measured.counts / (measured.draws * np.diff(edges))
        predicted = sqrt(measured.expected_variance / (measured.d_k if scaled else 1))
        x = np.linspace(-reach, reach, 241)
        scale = 0.78 * predicted * sqrt(2 * pi)
        curve = np.array([0.78 * exp(-((place / predicted) ** 2) / 2) for place in x])
        base = float(len(rows) - 1 - row)
        inside = (edges[1:] > -reach) & (edges[:-1] < reach)
        axes.stairs(
            base + scale * heights[inside],
            np.clip(edges[np.append(inside, False) | np.append(False, inside)], -reach, reach),
            baseline=base,
            fill=True,
            color=("black", 0.2),
            linewidth=0,
        )
        axes.plot(x, base + curve, color="black", linewidth=1.3)
        axes.plot([-reach, reach], [base, base], color="black", alpha=0.3, linewidth=0.8)
        axes.text(-reach, base + 0.5, f"*d*_{{k}} = {measured.d_k}", size=12.5)
        for height, text in (
            (0.5, f"predicted σ = {number(predicted)}"),
            (0.26, f"measured σ = {number(sqrt(variance))}"),
        ):
            axes.text(reach, base + height, text, size=11.5, ha="right")
    axes.set_xlim(-reach, reach)
    axes.set_ylim(0, len(rows) - 0.05)
    axes.spines["left"].set_visible(False)
    axes.set_yticks([])
    set_ticks(axes.xaxis, _ticks(reach))
    axes.set_xlabel("score")
    return figure


def _ticks(reach: float) -> list[float]:
    """Return round places around 0, about three to either side."""
    rough = reach / 3.5
    power = 10.0 ** floor(log10(rough))
    step = power * max(round_step for round_step in (1, 2, 5) if round_step * power <= rough)
    n = int(0.95 * reach / step)
    return [step * place for place in range(-n, n + 1)]
