"""The weights of several heads on one sentence, and the tensor they stack into."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from attention_course._checks import Reals, finite_array, first_index
from attention_course._palette import KEY, QUERY, WEIGHTS
from attention_course.figures._canvas import Canvas, text_width
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_PANEL = 336.0
_STRONGEST_TINT = 0.9
_TITLE = 24.0
_STACK_STEP = 15.0
_STACK_SIDE = 120.0
_SMALLEST_SEEN = 1 / 256
_ROUNDED_ONE = 1 + 1e-6


@drawing_style()
def show_heads(
    words: Sequence[str],
    weights: ArrayLike,
    patterns: Sequence[str],
    *,
    caption: str | None = None,
) -> InlineSvg:
    r"""Show each head's weights, the stronger the larger, and how the tables stack to a tensor.

    A cell's opacity is :math:`0.9 \sqrt{p}`: it grows with the weight, and fastest where the weight
    is small, so that a row of ten equal weights of 0.1 can be told from a row of nothing. Ratios
    are therefore not read off it: half the opacity is a quarter of the weight.

    Parameters
    ----------
    words
        The n words of the sentence.
    weights
        array of shape (n_heads, n, n), entries from 0 to 1: rows are the asking words.
    patterns
        A plain label for each head.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture a head, then one of the stack.

    Raises
    ------
    TypeError
        If `weights` does not hold real numbers.
    ValueError
        If the shape of `weights` does not fit the words and the labels, or an entry is not from 0
        to 1.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> drawing = show_heads(("a", "b"), np.eye(2)[None], ("itself",))
    >>> drawing.labels[0]
    'Head 1, itself. The largest weight of each word: a to a 1.00; b to b 1.00.'
    """
    tables = finite_array("weights", weights)
    expected = (len(patterns), len(words), len(words))
    if tables.shape != expected or not tables.size:
        raise ValueError(
            f"weights: got shape {tables.shape}; expected (n_heads, n, n) = {expected} for "
            f"{len(patterns)} patterns and {len(words)} words, none of them 0"
        )
    outside = (tables < 0) | (tables > _ROUNDED_ONE)
    if outside.any():
        place = first_index(outside)
        raise ValueError(
            f"weights: got {tables[place]} at weights{list(place)}; expected numbers from 0 to 1"
        )
    panels = []
    for head, (table, pattern) in enumerate(zip(tables, patterns, strict=True), start=1):
        strongest = "; ".join(
            f"{word} to {words[row.argmax()]} {row.max():.2f}"
            for word, row in zip(words, table, strict=True)
        )
        label = f"Head {head}, {pattern}. The largest weight of each word: {strongest}."
        panels.append((_draw_head(f"{head}\u2002{pattern}", words, table), label))
    label = (
        f"The {len(patterns)} tables stacked, one layer a head, into a tensor of shape {expected}."
    )
    return inline_svg(*panels, (_draw_stack(tables), label), caption=caption)


def _draw_head(title: str, words: Sequence[str], weights: Reals) -> Figure:
    n = len(words)
    names = text_width(words)
    left, top = names + 8, _TITLE + 0.78 * names + 6
    side = (_PANEL - left - 0.55 * text_width(words[-1:]) - 6) / n
    canvas = Canvas(_PANEL, top + n * side + 4)
    canvas.text(0, 9, title, anchor="left", weight="bold", size=13)
    for place, word in enumerate(words):
        middle = (place + 0.5) * side
        canvas.text(left - 6, top + middle, word, anchor="right", colour=QUERY.light, size=11.5)
        canvas.text(
            left + middle - 4,
            top - 5,
            word,
            anchor="left",
            colour=KEY.light,
            size=11.5,
            rotation=45,
        )
    for (row, column), weight in np.ndenumerate(weights):
        x, y = left + column * side, top + row * side
        canvas.box(x + 0.75, y + 0.75, side - 1.5, side - 1.5, tint=0.05)
        if weight > _SMALLEST_SEEN:
            canvas.box(
                x + 0.75,
                y + 0.75,
                side - 1.5,
                side - 1.5,
                colour=WEIGHTS.light,
                tint=_tint(float(weight)),
            )
    return canvas.figure


def _tint(weight: float) -> float:
    """Return the opacity: steep where weights are small, for they are hard to tell from 0."""
    return _STRONGEST_TINT * sqrt(min(1.0, weight))


def _draw_stack(weights: Reals) -> Figure:
    n_heads, n, _ = weights.shape
    step, side = _STACK_STEP, _STACK_SIDE
    back = step * (n_heads - 1)
    left, top = 72.0, _TITLE + 8.0
    canvas = Canvas(_PANEL, top + back + side + 26)
    canvas.text(0, 9, f"The tables stacked, {weights.shape}", anchor="left", weight="bold", size=13)
    for head in range(n_heads):
        x, y = left + head * step, top + back - head * step
        # Only what the layers before it leave in sight; tints on tints would add up.
        corners = [(x, y), (x + side, y), (x + side, y + side)]
        hidden = step if head else side
        corners += [(x + side - hidden, y + side), (x + side - hidden, y + hidden), (x, y + hidden)]
        canvas.polygon(
            corners if head else [*corners[:3], (x, y + side)],
            colour=WEIGHTS.light,
            tint=0.14,
            line=1.0,
        )
        canvas.text(x + side + 7, y + side - 6, f"head {head + 1}", anchor="left", size=11.5)
    cell = side / n
    for (row, column), weight in np.ndenumerate(weights[0]):
        if weight > _SMALLEST_SEEN:
            canvas.box(
                left + column * cell,
                top + back + row * cell,
                cell,
                cell,
                colour=WEIGHTS.light,
                tint=_tint(float(weight)),
            )
    canvas.text(left + side / 2, top + back + side + 13, f"{n} keys", colour=KEY.light, size=11.5)
    canvas.text(
        left - 7,
        top + back + side / 2,
        f"{n} queries",
        anchor="right",
        colour=QUERY.light,
        size=11.5,
    )
    canvas.text(
        left + back / 2 - 10,
        top + back / 2 - 4,
        f"{n_heads} heads",
        anchor="right",
        colour=WEIGHTS.light,
        size=11.5,
    )
    return canvas.figure
