"""The outputs of two sentences that differ only in the order of their words."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from attention_course._checks import Reals, finite_array
from attention_course._numbers import ROUNDING, number
from attention_course._palette import VALUE
from attention_course.figures._canvas import CELL_HEIGHT, Canvas, is_table, text_width
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_NARROWEST = 29.0
_GAP = 28.0
_TOP = 30.0


@drawing_style()
def show_word_order(
    sentences: tuple[Sequence[str], Sequence[str]],
    outputs: Mapping[str, tuple[ArrayLike, ArrayLike]],
    *,
    follow: str,
    caption: str | None = None,
) -> InlineSvg:
    """Show the output vectors of two orders of the same words, each word joined to itself.

    Parameters
    ----------
    sentences
        The words in one order and in the other.
    outputs
        For each condition the outputs of both, two arrays of shape (n_words, d_v).
    follow
        The word whose output is compared in a line below.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture a condition.

    Raises
    ------
    TypeError
        If an array does not hold real numbers.
    ValueError
        If the sentences do not have the same words, `follow` is not among them, there is no
        condition, an array is not finite, or it does not fit the words or its partner.

    Notes
    -----
    Section 6.5.

    Examples
    --------
    The words change places and take their outputs along:

    >>> orders = ("a", "b"), ("b", "a")
    >>> show_word_order(orders, {"Alone": ([[1], [2]], [[2], [1]])}, follow="a").labels
    ('Alone: “a”: the same output, within 0.',)
    """
    if not outputs:
        raise ValueError("outputs: got no condition; expected one or more")
    first, second = (_numbered(words) for words in sentences)
    if sorted(first) != sorted(second):
        raise ValueError(f"sentences: got {sentences}; expected the same words in two orders")
    followed = (follow.lower(), 0)
    if followed not in first:
        raise ValueError(f"follow: got {follow!r}; expected one of {list(sentences[0])}")
    pairs = {title: _pair(title, pair, len(first)) for title, pair in outputs.items()}
    numbers = (value for pair in pairs.values() for array in pair for value in array.flat)
    cell = max(_NARROWEST, 5.6 * max(len(_two_places(float(v))) for v in numbers) + 4)
    panels = []
    for title, pair in pairs.items():
        links = [(place, second.index(word)) for place, word in enumerate(first)]
        here, there = links[first.index(followed)]
        change = float(np.abs(pair[0][here] - pair[1][there]).max())
        told = (
            f"“{follow}”: the same output, within {number(change, 2)}"
            if change <= ROUNDING
            else f"“{follow}”: another output, by up to {number(change, 3)}"
        )
        panels.append(
            (
                _draw(title, sentences, pair, links, followed=here, cell=cell, told=told),
                f"{title}: {told}.",
            )
        )
    return inline_svg(*panels, caption=caption)


def _draw(
    title: str,
    sentences: tuple[Sequence[str], Sequence[str]],
    outputs: tuple[Reals, Reals],
    links: Sequence[tuple[int, int]],
    *,
    followed: int,
    cell: float,
    told: str,
) -> Figure:
    names = text_width(sentences[0]) + 8
    block = cell * outputs[0].shape[1]
    n = len(links)
    canvas = Canvas(2 * (names + block) + _GAP, _TOP + n * CELL_HEIGHT + 30)
    canvas.text(0, 9, title, anchor="left", weight="bold", size=13)
    largest = float(max(np.abs(array).max() for array in outputs)) or 1.0
    lefts = (names, names + block + _GAP)
    for left, words, array, side in zip(lefts, sentences, outputs, (0, 1), strict=True):
        for row, word in enumerate(words):
            x = left - 6 if not side else left + block + 6
            strong = row == links[followed][side]
            canvas.text(
                x,
                _TOP + (row + 0.5) * CELL_HEIGHT,
                word,
                anchor="left" if side else "right",
                size=11.5,
                weight="bold" if strong else "normal",
            )
        for (row, column), value in np.ndenumerate(array):
            x, y = left + column * cell, _TOP + row * CELL_HEIGHT
            canvas.box(
                x + 1,
                y + 1,
                cell - 2,
                CELL_HEIGHT - 2,
                colour=VALUE.light,
                tint=0.06 + 0.36 * abs(float(value)) / largest,
            )
            canvas.text(x + cell / 2, y + CELL_HEIGHT / 2, _two_places(float(value)), size=11.5)
        y = _TOP + links[followed][side] * CELL_HEIGHT
        canvas.box(left, y, block, CELL_HEIGHT, colour=VALUE.light, tint=0, line=1.6)
    for place, (here, there) in enumerate(links):
        strong = place == followed
        canvas.line(
            (lefts[0] + block + 3, _TOP + (here + 0.5) * CELL_HEIGHT),
            (lefts[1] - 3, _TOP + (there + 0.5) * CELL_HEIGHT),
            colour=VALUE.light if strong else "black",
            width=1.8 if strong else 1.0,
            opacity=1.0 if strong else 0.3,
        )
    canvas.text(0, _TOP + n * CELL_HEIGHT + 17, told, anchor="left", opacity=0.85)
    return canvas.figure


def _pair(title: str, pair: tuple[ArrayLike, ArrayLike], n_words: int) -> tuple[Reals, Reals]:
    name = f"outputs[{title!r}]"
    first, second = (finite_array(name, array) for array in pair)
    for array in (first, second):
        if not is_table(array) or len(array) != n_words:
            raise ValueError(
                f"{name}: got shape {array.shape}; expected (n_words, d_v) with n_words = {n_words}"
            )
    if first.shape != second.shape:
        raise ValueError(
            f"{name}: got shapes {first.shape} and {second.shape}; expected the same d_v"
        )
    return first, second


def _two_places(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _numbered(words: Sequence[str]) -> list[tuple[str, int]]:
    """Return each word with how often it stood there before, in small letters."""
    small = [word.lower() for word in words]
    return [(word, small[:place].count(word)) for place, word in enumerate(small)]
