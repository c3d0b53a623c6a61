"""What multi-head attention costs as the sequence grows."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from attention_course._cost import AttentionCost
from attention_course._palette import WEIGHTS
from attention_course.figures._axes import plot_area, powers_of_ten, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_SIZE = (420.0, 300.0)
_FEWEST = 2
_MOST_TICKS = 7
_GROUPED = 10_000
_LINES = (
    ("total", "", "black", 1.0, 1.2, 6),
    ("quadratic", "2*N*^{2}*d*", WEIGHTS.light, 1.0, 2.2, -10),
    ("linear", "4*Nd*^{2}", "black", 0.6, 2.2, -4),
)


@drawing_style()
def show_cost(
    costs: Mapping[int, AttentionCost],
    crossover: int,
    *,
    counted: Mapping[int, AttentionCost] | None = None,
    caption: str | None = None,
) -> InlineSvg:
    r"""Show the linear and the quadratic part of the cost, and where they cross.

    Parameters
    ----------
    costs
        For each length N what `attention_cost` gives, all at one d_model.
    crossover
        The length at which both parts are equal, from `crossover_length`.
    counted
        For some lengths what a real run took, drawn as points on the lines.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture on logarithmic axes.

    Raises
    ------
    ValueError
        If there are fewer than two lengths, a length is 0, or `crossover` is outside of them.

    Notes
    -----
    Section 6.6.
    """
    if len(costs) < _FEWEST or min(costs) < 1:
        raise ValueError(f"costs: got lengths {list(costs)}; expected two or more, none below 1")
    if not min(costs) <= crossover <= max(costs):
        raise ValueError(
            f"crossover: got {crossover}; expected a length from {min(costs)} to {max(costs)}"
        )
    first, last = min(costs), max(costs)
    label = (
        f"Multiply-adds against the number of tokens, from {first} to {last}. The linear and the "
        f"quadratic part cross at {crossover} tokens. At {last} tokens they are "
        f"{costs[last].linear:.3g} and {costs[last].quadratic:.3g}."
    )
    return inline_svg((_draw(costs, crossover, counted or {}), label), caption=caption)


def _draw(
    costs: Mapping[int, AttentionCost], crossover: int, counted: Mapping[int, AttentionCost]
) -> Figure:
    figure, axes = plot_area(*_SIZE, "Multiply-adds", left=44, right=84, bottom=44)
    lengths = sorted(costs)
    last = lengths[-1]
    for part, formula, colour, opacity, width, rise in _LINES:
        axes.loglog(
            lengths,
            [getattr(costs[n], part) for n in lengths],
            color=colour,
            alpha=opacity,
            linewidth=width,
        )
        axes.plot(
            list(counted),
            [getattr(cost, part) for cost in counted.values()],
            "o",
            color=colour,
            alpha=opacity,
            markersize=5,
        )
        for text, weight, drop in ((part, "bold", 0), (formula, "normal", 17)):
            axes.annotate(
                text,
                (last, getattr(costs[last], part)),
                (8, rise - drop),
                textcoords="offset points",
                color=colour,
                weight=weight,
                annotation_clip=False,
            )
    lowest = min(costs[lengths[0]].quadratic, costs[lengths[0]].linear)
    highest = costs[last].total
    axes.axvline(crossover, color="black", alpha=0.3, linewidth=0.8)
    axes.annotate(
        f"*N* = {_count(crossover)}: both parts are equal",
        (crossover, lowest),
        (7, 2),
        textcoords="offset points",
        size=12,
    )
    axes.set_xlim(lengths[0], last)
    axes.set_ylim(lowest / 1.5, highest * 1.5)
    low, high = int(np.ceil(np.log10(lowest))), int(np.floor(np.log10(highest)))
    set_ticks(axes.yaxis, *powers_of_ten(low, high, 1 + (high - low) // _MOST_TICKS))
    doublings = range(int(np.ceil(np.log2(lengths[0]))), int(np.floor(np.log2(last))) + 1, 2)
    set_ticks(axes.xaxis, [2.0**e for e in doublings], [_count(2**e) for e in doublings])
    axes.set_xlabel("tokens *N*")
    return figure


def _count(n: int) -> str:
    return f"{n:,}".replace(",", "\u202f") if n >= _GROUPED else str(n)
