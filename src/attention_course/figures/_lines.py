"""Lines on logarithmic axes, each with its name at its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attention_course.figures._axes import plot_area, set_powers, set_ticks
from attention_course.figures._canvas import text_width

_LINE = 17.0
_MOST_TICKS = 6
_SIZE = (400.0, 270.0)
_LEFT, _TOP, _BOTTOM = 46.0, 28.0, 44.0


@dataclass(frozen=True)
class Line:
    """What a line shows and how it is drawn."""

    name: str
    values: Sequence[float]
    colour: str = "black"
    opacity: float = 1.0
    dashed: bool = False


def draw_lines(
    title: str,
    lengths: Sequence[int],
    lines: Sequence[Line],
    *,
    marked: int | None = None,
    size: tuple[float, float] = _SIZE,
) -> Figure:
    """Draw each line against the number of tokens, and a thin upright one at the marked number."""
    width, height = size
    right = text_width([line.name for line in lines], 12.5) + 12
    figure, axes = plot_area(width, height, title, left=_LEFT, right=right, bottom=_BOTTOM)
    values = [value for line in lines for value in line.values]
    low, high = min(values) / 1.5, max(values) * 1.5
    for line in lines:
        axes.loglog(
            lengths,
            line.values,
            "o--" if line.dashed else "o-",
            color=line.colour,
            alpha=line.opacity,
            markersize=5,
            linewidth=1.8,
            clip_on=False,
        )
    axes.set_xlim(lengths[0], lengths[-1])
    axes.set_ylim(low, high)
    if marked is not None:
        axes.axvline(marked, color="black", alpha=0.3, linewidth=0.8)
        axes.annotate(
            f"*N* = {marked}",
            (marked, 0),
            (6, 5),
            xycoords=axes.get_xaxis_transform(),
            textcoords="offset points",
            size=12,
        )
    inner = height - _TOP - _BOTTOM
    _name_ends(axes, lines, [inner * log(v.values[-1] / low) / log(high / low) for v in lines])
    set_powers(axes.yaxis, low, high)
    step = 1 + (len(lengths) - 1) // _MOST_TICKS
    set_ticks(axes.xaxis, lengths[::step], [f"{n}" for n in lengths[::step]])
    axes.set_xlabel("tokens *N*")
    return figure


def _name_ends(axes: Axes, lines: Sequence[Line], levels: Sequence[float]) -> None:
    """Write each name beside the end of its line, or lower if the one above takes the place."""
    free = float("inf")
    for level, line in sorted(zip(levels, lines, strict=True), key=lambda pair: -pair[0]):
        free = min(free, level)
        axes.annotate(
            line.name,
            (1, 0),
            (9, free - 4),
            xycoords="axes fraction",
            textcoords="offset points",
            color=line.colour,
            weight="bold",
            annotation_clip=False,
        )
        free -= _LINE
