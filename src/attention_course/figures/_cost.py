"""What multi-head attention costs as the sequence grows."""

from collections.abc import Mapping
from math import ceil, floor, log, log2

from matplotlib.figure import Figure

from attention_course._checks import whole_number
from attention_course._cost import AttentionCost
from attention_course._palette import WEIGHTS
from attention_course.figures._axes import plot_area, set_powers, set_ticks
from attention_course.figures._canvas import text_width
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_SIZE = (420.0, 300.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 92.0, 28.0, 44.0
_FEWEST = 2
_TOO_MANY_TICKS = 7
_GROUPED = 10_000
_LINE = 17.0
_LINES = (
    ("total", (), "black", 1.0, 1.2),
    ("quadratic", ("2*N*^{2}*d*_{model}",), WEIGHTS.light, 1.0, 2.2),
    ("linear", ("4*N* *d*_{model}^{2}",), "black", 0.6, 2.2),
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
    TypeError
        If `crossover` is not an integer.
    ValueError
        If there are fewer than two lengths, a length is 0, or `crossover` or a counted length is
        outside of them.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    At a width of 8, 4 · 32 · 8² multiply-adds grow with N, and 2 · 32² · 8 with its square:

    >>> from attention_course import attention_cost
    >>> show_cost({n: attention_cost(n, 8) for n in (4, 32)}, 16).labels
    ('Multiply-adds against the number of tokens, from 4 to 32. The linear and the quadratic part
      cross at 16 tokens. At 32 tokens they are 8,192 and 16,384.',)
    """
    if len(costs) < _FEWEST or min(costs) < 1:
        raise ValueError(f"costs: got lengths {list(costs)}; expected two or more, none below 1")
    first, last = min(costs), max(costs)
    runs = counted or {}
    whole_number("crossover", crossover, minimum=1)
    for name, length in (("crossover", crossover), *(("counted", n) for n in runs)):
        if not first <= length <= last:
            raise ValueError(f"{name}: got {length}; expected a length from {first} to {last}")
    label = (
        f"Multiply-adds against the number of tokens, from {first} to {last}. The linear and the "
        f"quadratic part cross at {crossover} tokens. At {last} tokens they are "
        f"{costs[last].linear:,} and {costs[last].quadratic:,}."
    )
    return inline_svg((_draw(costs, crossover, runs), label), caption=caption)


def _draw(
    costs: Mapping[int, AttentionCost], crossover: int, counted: Mapping[int, AttentionCost]
) -> Figure:
    figure, axes = plot_area(
        *_SIZE, "Multiply-adds", left=_LEFT, right=_RIGHT, top=_TOP, bottom=_BOTTOM
    )
    lengths = sorted(costs)
    first, last = lengths[0], lengths[-1]
    start, end = costs[first], costs[last]
    lowest = min(start.quadratic, start.linear)
    low, high = lowest / 1.5, end.total * 1.5
    height = _SIZE[1] - _TOP - _BOTTOM
    free = height
    for part, formula, colour, opacity, width in _LINES:
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
            clip_on=False,
        )
        level = height * log(getattr(end, part) / low) / log(high / low)
        # Beside the end of its line, or lower if the label above needs the place.
        free = min(free, level + 0.5 * _LINE)
        for text, weight in ((part, "bold"), *((text, "normal") for text in formula)):
            free -= _LINE
            axes.annotate(
                text,
                (1, 0),
                (9, free + 4),
                xycoords="axes fraction",
                textcoords="offset points",
                color=colour,
                weight=weight,
                annotation_clip=False,
            )
    axes.axvline(crossover, color="black", alpha=0.3, linewidth=0.8)
    told = f"*N* = {_count(crossover)}: both parts are equal"
    span = _SIZE[0] - _LEFT - _RIGHT
    room = span * (1 - log(crossover / first) / log(last / first)) + _RIGHT
    fits = 0.8 * text_width([told], 12) < room
    axes.annotate(
        told,
        (crossover, 0),
        (7 if fits else -7, 5),
        xycoords=axes.get_xaxis_transform(),
        textcoords="offset points",
        size=12,
        ha="left" if fits else "right",
    )
    axes.set_xlim(first, last)
    axes.set_ylim(low, high)
    set_powers(axes.yaxis, lowest, end.total)
    doublings = range(ceil(log2(first)), floor(log2(last)) + 1)
    doublings = doublings[:: 1 + len(doublings) // _TOO_MANY_TICKS]
    places = [2.0**e for e in doublings] or [float(first), float(last)]
    set_ticks(axes.xaxis, places, [_count(int(place)) for place in places])
    axes.set_xlabel("tokens *N*")
    return figure


def _count(n: int) -> str:
    return f"{n:,}".replace(",", "\u202f") if n >= _GROUPED else str(n)
