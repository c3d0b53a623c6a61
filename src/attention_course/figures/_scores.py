"""How far random scores spread, raw and scaled, at each key width."""

from collections.abc import Sequence
from math import exp, floor, log10, pi, sqrt

import numpy as np
from matplotlib.figure import Figure

from attention_course.experiments.variance_scaling import ScoreVariance
from attention_course.figures._axes import plot_area, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg
from attention_course.figures._numbers import number

_PANEL = 340.0
_ROW = 74.0
_REACH = 5.0


@drawing_style()
def show_scores(scores: Sequence[ScoreVariance], *, caption: str | None = None) -> InlineSvg:
    r"""Show histograms of raw and of scaled scores, a row a width, under the predicted curves.

    .. math:: \mathcal{N}(0, d_k) \quad\text{and}\quad \mathcal{N}(0, 1)

    Parameters
    ----------
    scores
        What was measured at each key width; the widest is drawn last.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of the raw scores, one of the scaled.

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
    raw = "; ".join(
        f"{number(sqrt(row.variance), 3)} at {row.d_k}, predicted {number(sqrt(row.d_k), 3)}"
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
    reach = _REACH * (1.0 if scaled else sqrt(rows[-1].d_k))
    for row, measured in enumerate(rows):
        root = 1.0 if scaled else sqrt(measured.d_k)
        variance = measured.scaled_variance if scaled else measured.variance
        edges = measured.edges * root
        heights = measured.counts / (measured.draws * np.diff(edges))
        x = np.linspace(-reach, reach, 241)
        curve = np.array([exp(-((place / root) ** 2) / 2) / (root * sqrt(2 * pi)) for place in x])
        scale = 0.78 * root * sqrt(2 * pi)
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
        axes.plot(x, base + scale * curve, color="black", linewidth=1.3)
        axes.plot([-reach, reach], [base, base], color="black", alpha=0.3, linewidth=0.8)
        axes.text(-reach, base + 0.5, f"*d*_{{k}} = {measured.d_k}", size=12.5)
        for height, text in (
            (0.5, f"predicted σ = {number(root)}"),
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
