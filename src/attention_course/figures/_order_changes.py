"""What every order of a sentence changes, under several conditions."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from attention_course._numbers import ROUNDING
from attention_course._palette import MASKED, VALUE
from attention_course.experiments.word_order import WordOrder
from attention_course.figures._axes import plot_area, powers_of_ten, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_WIDTH = 420.0
_ROW = 62.0
_FLOOR = -18


@drawing_style()
def show_order_changes(
    records: Mapping[str, WordOrder], *, caption: str | None = None
) -> InlineSvg:
    """Show how far every order of the words moves the outputs, a dot an order.

    Changes of exactly 0 stand left of the axis; changes at rounding level stand where they are.

    Parameters
    ----------
    records
        For each condition what `try_all_orders` gave.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture with a row for each condition, on a logarithmic axis.

    Raises
    ------
    ValueError
        If there is no condition.

    Notes
    -----
    Section 6.5.

    Examples
    --------
    Two words have two orders, and a causal mask tells them apart:

    >>> from attention_course.experiments.word_order import try_all_orders
    >>> show_order_changes({"causal": try_all_orders(np.eye(2), causal=True)}).labels
    ('The largest change of any output in each order of the words. causal: 2 orders, largest
      change 0.33.',)
    """
    if not records:
        raise ValueError("records: got no condition; expected one or more")
    told = "; ".join(
        f"{title}: {len(record.changes)} orders, largest change {record.changes.max():.2g}"
        for title, record in records.items()
    )
    label = f"The largest change of any output in each order of the words. {told}."
    return inline_svg((_draw(records), label), caption=caption)


def _draw(records: Mapping[str, WordOrder]) -> Figure:
    figure, axes = plot_area(_WIDTH, _ROW * len(records) + 58, left=6, right=14, top=8, bottom=46)
    zero = 10.0 ** (_FLOOR + 0.5)
    for row, (title, record) in enumerate(records.items()):
        base = float(len(records) - 1 - row)
        moved = record.changes > ROUNDING
        # Dots at one place would hide each other, so they are spread over the row's height.
        heights = base + 0.08 + 0.4 * np.modf(0.618034 * np.arange(moved.size))[0]
        x = np.where(record.changes == 0, zero, record.changes)
        for chosen, colour in ((moved, VALUE.light), (~moved, MASKED.light)):
            axes.plot(
                x[chosen],
                heights[chosen],
                "o",
                color=colour,
                alpha=0.5,
                markersize=5,
                markeredgewidth=0,
                clip_on=False,
            )
        count = int(moved.sum())
        told = (
            f"{count} of {moved.size} orders change an output"
            if count
            else f"in all {moved.size} orders nothing but rounding"
        )
        axes.text(zero / 2, base + 0.72, title, weight="bold")
        axes.text(10, base + 0.72, told, ha="right", size=11.5)
        axes.axhline(base, color="black", alpha=0.2, linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlim(zero / 2, 10)
    axes.set_ylim(0, len(records))
    axes.spines["left"].set_visible(False)
    axes.set_yticks([])
    places, labels = powers_of_ten(_FLOOR + 2, 0, 4)
    set_ticks(axes.xaxis, [zero, *places], ["0", *labels[:-1], "1"])
    axes.set_xlabel("largest change of any output entry")
    return figure
