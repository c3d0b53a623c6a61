"""A blank drawing whose unit is the pixel, and what schematic drawings are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Polygon, Rectangle

from attention_course._checks import Reals
from attention_course._numbers import number
from attention_course._palette import MASKED

_FAINT = 0.07
MUTED = 0.68
_STRONGEST_TINT = 0.45
_TEXT = 12.5
CELL_HEIGHT = 27.0
_NAME = 31.0
_TABLE_AXES = 2

Anchor = Literal["left", "center", "right"]


class Canvas:
    """An empty figure of so many pixels; x grows to the right and y downwards."""

    def __init__(self, width: float, height: float) -> None:
        self.figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        self._axes = self.figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
        self._axes.axis("off")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = _TEXT,
        anchor: Anchor = "center",
        colour: str = "black",
        weight: str = "normal",
        opacity: float = 1.0,
        rotation: float = 0.0,
    ) -> None:
        """Write text whose middle line is at `y`."""
        sideways, down = (0.35 * size, 0.0) if rotation else (0.0, 0.35 * size)
        self._axes.text(
            x + sideways,
            y + down,
            text,
            size=size,
            ha=anchor,
            va="baseline",
            color=colour,
            weight=weight,
            alpha=None if opacity == 1 else opacity,
            rotation=rotation,
            rotation_mode="anchor",
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        colour: str = "black",
        tint: float = _FAINT,
        line: float = 0.0,
        rounding: float = 0.0,
        line_opacity: float = 1.0,
    ) -> None:
        """Draw a tinted rectangle, with a border if `line` is its width."""
        patch = (
            FancyBboxPatch((x, y), width, height, boxstyle=f"round,pad=0,rounding_size={rounding}")
            if rounding
            else Rectangle((x, y), width, height)
        )
        patch.set_facecolor((colour, tint) if tint else "none")
        patch.set_edgecolor((colour, line_opacity) if line else "none")
        patch.set_linewidth(line)
        patch.set_clip_on(False)
        self._axes.add_patch(patch)

    def polygon(
        self,
        corners: Sequence[tuple[float, float]],
        *,
        colour: str = "black",
        tint: float = _FAINT,
        line: float = 0.0,
    ) -> None:
        """Draw a tinted polygon."""
        self._axes.add_patch(
            Polygon(
                corners,
                closed=True,
                facecolor=(colour, tint) if tint else "none",
                edgecolor=colour if line else "none",
                linewidth=line,
                clip_on=False,
            )
        )

    def hatch(self, x: float, y: float, width: float, height: float) -> None:
        """Hatch a rectangle in the colour of what is masked."""
        self._axes.add_patch(
            Rectangle(
                (x, y),
                width,
                height,
                facecolor="none",
                edgecolor=MASKED.light,
                hatch="///",
                linewidth=0,
                alpha=0.55,
                clip_on=False,
            )
        )

    def line(
        self,
        *points: tuple[float, float],
        colour: str = "black",
        width: float = 1.0,
        opacity: float = 1.0,
    ) -> None:
        """Draw straight lines from point to point."""
        self._axes.plot(
            [x for x, _ in points],
            [y for _, y in points],
            color=colour,
            linewidth=width,
            alpha=None if opacity == 1 else opacity,
            clip_on=False,
        )

    def arrow(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        colour: str = "black",
        opacity: float = MUTED,
        width: float = 1.1,
    ) -> None:
        """Draw an arrow with a small filled head."""
        self._axes.add_patch(
            FancyArrowPatch(
                start,
                end,
                arrowstyle="-|>,head_length=0.42,head_width=0.2",
                mutation_scale=11,
                shrinkA=0,
                shrinkB=0,
                color=(colour, opacity),
                linewidth=width,
                clip_on=False,
            )
        )


@dataclass(frozen=True)
class Labels:
    """What stands beside the rows or above the columns of a table, and in which colour."""

    texts: Sequence[str] = ()
    colour: str = "black"


@dataclass(frozen=True)
class Table:
    """A matrix to be drawn: its numbers, its colour, its labels and the cells to point at.

    Attributes
    ----------
    name
        What stands above.
    values
        ndarray of shape (n_rows, n_columns).
    colour
        The role's colour, or black.
    rows, columns
        The labels.
    by_value
        Whether each cell is tinted by its value, from 0 to 1.
    followed
        The cells to point at, as (row, column).
    least_width
        The narrowest that a cell may be.
    """

    name: str
    values: Reals
    colour: str = "black"
    rows: Labels = Labels()
    columns: Labels = Labels()
    by_value: bool = False
    followed: frozenset[tuple[int, int]] = frozenset()
    least_width: float = 30.0

    @property
    def cell_width(self) -> float:
        """Wide enough for the longest number and for the longest column label."""
        longest = max(len(plain(number(float(value)))) for value in self.values.flat)
        label = 0.9 * text_width(self.columns.texts)
        return max(self.least_width, 6.6 * longest + 8, label)

    @property
    def label_width(self) -> float:
        """What the row labels take."""
        return text_width(self.rows.texts) + 9 if self.rows.texts else 0.0

    @property
    def width(self) -> float:
        """What the labels and the cells take."""
        return self.label_width + self.cell_width * int(self.values.shape[1])


def draw_table(canvas: Canvas, table: Table, x: float, y: float) -> None:
    """Draw the table with the top left corner of its cells' block, labels included, at (x, y)."""
    left = x + table.label_width
    wide, high = table.cell_width, CELL_HEIGHT
    middle = left + wide * table.values.shape[1] / 2
    canvas.text(middle, y - _NAME, table.name, colour=table.colour, weight="bold")
    for row, label in enumerate(table.rows.texts):
        canvas.text(
            left - 6,
            y + (row + 0.5) * high,
            label,
            anchor="right",
            colour=table.rows.colour,
            size=11.5,
        )
    for column, label in enumerate(table.columns.texts):
        canvas.text(
            left + (column + 0.5) * wide, y - 11, label, colour=table.columns.colour, size=11.5
        )
    for (row, column), value in np.ndenumerate(table.values):
        corner = (left + column * wide + 1, y + row * high + 1)
        size = (wide - 2, high - 2)
        if np.isneginf(value):
            canvas.hatch(*corner, *size)
        else:
            canvas.box(*corner, *size, colour=table.colour, tint=_tint(table, float(value)))
    for (row, column), value in np.ndenumerate(table.values):
        centre = (left + (column + 0.5) * wide, y + (row + 0.5) * high)
        canvas.text(*centre, number(float(value)))
    for row, column in sorted(table.followed):
        canvas.box(
            left + column * wide + 1,
            y + row * high + 1,
            wide - 2,
            high - 2,
            colour=table.colour,
            tint=0,
            line=1.6,
        )


def _tint(table: Table, value: float) -> float:
    if not table.by_value:
        return _FAINT if table.colour == "black" else 0.13
    return _STRONGEST_TINT * value


def is_table(array: Reals) -> bool:
    """Tell whether the array has two axes, neither of them 0."""
    return array.ndim == _TABLE_AXES and array.size > 0


def plain(text: str) -> str:
    """Return the text without its markup."""
    return text.replace("*", "").replace("^{", "").replace("_{", "").replace("}", "")


def text_width(texts: Sequence[str], size: float = 11.5) -> float:
    """Return how wide the longest text is at most, in pixels, in any usual font."""
    return max((len(plain(text)) for text in texts), default=0) * size * 0.62
