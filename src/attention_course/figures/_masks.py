"""Masks side by side: what each query may see, and what is hidden from it."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from attention_course._checks import Reals
from attention_course._masks import additive_mask
from attention_course._numbers import number
from attention_course._palette import KEY, QUERY
from attention_course.figures._canvas import Canvas, is_table, text_width
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_CELL = 32.0


@drawing_style()
def show_masks(
    masks: Mapping[str, ArrayLike],
    queries: Sequence[str] | None = None,
    keys: Sequence[str] | None = None,
    *,
    caption: str | None = None,
) -> InlineSvg:
    r"""Show masks: a dot where a query may look, hatching and :math:`-\infty` elsewhere.

    Parameters
    ----------
    masks
        For each title an array of shape (n_queries, n_keys), or (1, n_keys) if it holds for every
        query; all of the same n_keys. Booleans, True = may attend, or floats that are added to the
        scores.
    queries
        A label for each row; numbers if left out.
    keys
        A label for each column; the labels of the rows, or numbers, if left out.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture a mask.

    Raises
    ------
    TypeError
        If a mask is neither boolean nor additive.
    ValueError
        If there is no mask, their shapes differ, an entry is NaN or :math:`+\infty`, or the labels
        do not fit.

    Notes
    -----
    Section 6.4.

    Examples
    --------
    The first token sees itself, the second both:

    >>> show_masks({"Causal": np.array([[0.0, -np.inf], [0.0, 0.0]])}).labels
    ('Causal: 1 sees 1; 2 sees 1, 2.',)
    """
    additive = {title: additive_mask(f"masks[{title!r}]", mask) for title, mask in masks.items()}
    n_queries, n_keys = _common_shape(additive)
    rows = _labels("queries", queries, n_queries)
    columns = _labels("keys", queries if keys is None and n_keys == n_queries else keys, n_keys)
    panels = []
    for title, mask in additive.items():
        full = np.broadcast_to(mask, (n_queries, n_keys))
        hidden = np.isneginf(full)
        seen = "; ".join(
            f"{row} sees {', '.join(np.array(columns)[~hide]) or 'nothing'}"
            for row, hide in zip(rows, hidden, strict=True)
        )
        panels.append((_draw(title, full, rows, columns), f"{title}: {seen}."))
    return inline_svg(*panels, caption=caption)


def _draw(title: str, mask: Reals, rows: Sequence[str], columns: Sequence[str]) -> Figure:
    left = text_width(rows) + 13
    slanted = text_width(columns) > _CELL
    top = 30 + (0.72 * text_width(columns) if slanted else 16)
    n_queries, n_keys = mask.shape
    slant = 0.72 * text_width(columns[-1:]) if slanted else 4
    width = max(left + n_keys * _CELL + slant, 1.1 * text_width([title], 13))
    canvas = Canvas(width, top + n_queries * _CELL + 4)
    canvas.text(left, 9, title, anchor="left", weight="bold", size=13)
    for column, label in enumerate(columns):
        x = left + (column + 0.5) * _CELL
        if slanted:
            canvas.text(
                x - 5, top - 5, label, anchor="left", colour=KEY.light, size=11.5, rotation=45
            )
        else:
            canvas.text(x, top - 10, label, colour=KEY.light, size=11.5)
    for row, label in enumerate(rows):
        canvas.text(
            left - 7,
            top + (row + 0.5) * _CELL,
            label,
            anchor="right",
            colour=QUERY.light,
            size=11.5,
        )
    for (row, column), value in np.ndenumerate(mask):
        x, y = left + column * _CELL, top + row * _CELL
        if np.isneginf(value):
            canvas.hatch(x + 1, y + 1, _CELL - 2, _CELL - 2)
        else:
            canvas.box(x + 1, y + 1, _CELL - 2, _CELL - 2)
        canvas.text(
            x + _CELL / 2,
            y + _CELL / 2,
            "·" if value == 0 else number(float(value)),
            size=18 if value == 0 else 12.5,
        )
    return canvas.figure


def _common_shape(masks: Mapping[str, Reals]) -> tuple[int, int]:
    if not masks:
        raise ValueError("masks: got no entry; expected one or more")
    for title, mask in masks.items():
        if not is_table(mask):
            raise ValueError(
                f"masks[{title!r}]: got shape {mask.shape}; expected (n_queries, n_keys), neither 0"
            )
    shapes = [mask.shape for mask in masks.values()]
    try:
        n_queries, n_keys = np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(f"masks: got shapes {shapes}; expected one shape for all") from None
    return n_queries, n_keys


def _labels(name: str, labels: Sequence[str] | None, n: int) -> Sequence[str]:
    if labels is None:
        return [str(place + 1) for place in range(n)]
    if len(labels) != n:
        raise ValueError(f"{name}: got {len(labels)} labels; expected {n}")
    return labels
