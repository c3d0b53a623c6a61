"""A table of scores in blocks: which are computed, and which never are."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from attention_course._checks import Reals, finite_array
from attention_course._palette import KEY, QUERY, WEIGHTS
from attention_course.figures._canvas import Canvas, is_table
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_SIDE = 168.0
_LEFT, _TOP = 26.0, 46.0
_SMALLEST, _LARGEST = 10.0, 30.0


@drawing_style()
def show_blocks(shares: Mapping[str, ArrayLike], *, caption: str | None = None) -> InlineSvg:
    """Show which blocks of the table are computed: filled in whole or in part, or hatched if not.

    Parameters
    ----------
    shares
        For each title what `share_of_blocks` gave: an array of shape (n_query_blocks,
        n_key_blocks), from 0 to 1.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture a title.

    Raises
    ------
    TypeError
        If an entry does not hold real numbers.
    ValueError
        If there is no entry, one has not two axes, or a share is not from 0 to 1.

    Notes
    -----
    Section 6.6. Dao et al. (2022), section 3.3.

    Examples
    --------
    >>> show_blocks({"Causal": [[0.75, 0.0], [1.0, 0.75]]}).labels
    ('Causal: 3 of 4 blocks are computed, 2 of them with a mask.',)
    """
    if not shares:
        raise ValueError("shares: got no entry; expected one or more")
    panels = []
    for title, given in shares.items():
        table = finite_array(f"shares[{title!r}]", given)
        if not is_table(table) or table.min() < 0 or table.max() > 1:
            raise ValueError(
                f"shares[{title!r}]: got shape {table.shape}; "
                "expected two axes, neither of them 0, and shares from 0 to 1"
            )
        computed, whole = int((table > 0).sum()), int((table == 1).sum())
        masked = computed - whole
        label = (
            f"{title}: {computed} of {table.size} blocks are computed, "
            f"{masked or 'none'} of them with a mask."
        )
        panels.append((_draw(title, table), label))
    return inline_svg(*panels, caption=caption)


def _draw(title: str, shares: Reals) -> Figure:
    n_rows, n_columns = shares.shape
    side = min(_LARGEST, max(_SMALLEST, _SIDE / max(n_rows, n_columns)))
    width, height = side * n_columns, side * n_rows
    canvas = Canvas(_LEFT + max(width, _SIDE) + 4, _TOP + height + 4)
    canvas.text(_LEFT, 9, title, anchor="left", weight="bold", size=13)
    canvas.text(_LEFT + width / 2, _TOP - 12, "keys", colour=KEY.light, size=11.5)
    canvas.text(
        _LEFT - 12, _TOP + height / 2, "queries", colour=QUERY.light, size=11.5, rotation=90
    )
    for (row, column), share in np.ndenumerate(shares):
        x, y = _LEFT + column * side + 1, _TOP + row * side + 1
        if share:
            tint = 0.5 if share == 1 else 0.2
            canvas.box(x, y, side - 2, side - 2, colour=WEIGHTS.light, tint=tint)
        else:
            canvas.hatch(x, y, side - 2, side - 2)
    return canvas.figure
