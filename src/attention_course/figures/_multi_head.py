"""Multi-head attention as a drawing: one head opened, then all of them joined and mixed."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from attention_course._checks import whole_number
from attention_course._palette import KEY, QUERY, VALUE, WEIGHTS
from attention_course.figures._canvas import MUTED, Canvas, text_width
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_WIDTH = 336.0
_ROWS = 4
_BAR = 34.0
_SMALL = 11.5
_SKETCH = (0.5, 0.12, 0.3, 0.18, 0.6, 0.15, 0.22)


@drawing_style()
def show_multi_head(
    n_heads: int, d_model: int, patterns: Sequence[str] = (), *, caption: str | None = None
) -> InlineSvg:
    r"""Draw how tokens pass through their heads, with the shape at every station.

    Parameters
    ----------
    n_heads
        h, the number of heads.
    d_model
        The width of the tokens.
    patterns
        What the first heads have been seen to do in trained models; no one put it there.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of a single head, one of all heads.

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If a size is below 1, `d_model` is no multiple of `n_heads`, or there are more patterns
        than heads.

    Notes
    -----
    Section 6.6. Vaswani et al. (2017), figure 2, right.

    Examples
    --------
    Two heads share the four features, two each:

    >>> show_multi_head(2, 4).labels[1]
    'All 2 heads read X, N by 4. Their outputs of 2 features each are joined to N by 4 and mixed
     by one matrix of 4 by 4 to the result, N by 4.'
    """
    heads = whole_number("n_heads", n_heads, minimum=1)
    model = whole_number("d_model", d_model, minimum=1)
    if model % heads:
        raise ValueError(f"d_model: got {model}; expected a multiple of n_heads = {heads}")
    if len(patterns) > heads:
        raise ValueError(f"patterns: got {len(patterns)}; expected at most n_heads = {heads}")
    d_k = model // heads
    one = (
        f"One head. X, N by {model}, is projected by three matrices of {model} by {d_k} to "
        f"queries, keys and values of N by {d_k}; queries and keys give N by N weights, which "
        f"average the values to the head's output, N by {d_k}."
    )
    every = (
        f"All {heads} heads read X, N by {model}. Their outputs of {d_k} features each are "
        f"joined to N by {model} and mixed by one matrix of {model} by {model} to the result, "
        f"N by {model}."
    )
    return inline_svg(
        (_draw_one(heads, model, d_k), one),
        (_draw_all(heads, model, d_k, patterns), every),
        caption=caption,
    )


def _matrix(canvas: Canvas, x: float, y: float, width: float, colour: str = "black") -> None:
    """Draw a matrix with a line between its rows."""
    tint = 0.07 if colour == "black" else 0.2
    canvas.box(x, y, width, _BAR, colour=colour, tint=tint, line=1.0, line_opacity=0.75)
    for row in range(1, _ROWS):
        level = y + row * _BAR / _ROWS
        canvas.line((x, level), (x + width, level), colour=colour, width=0.6, opacity=0.35)


def _draw_one(n_heads: int, d_model: int, d_k: int) -> Figure:
    canvas = Canvas(_WIDTH, 450)
    canvas.text(0, 9, f"One head, number *i* of {n_heads}", anchor="left", weight="bold", size=13)
    narrow = 36.0
    q, k, v = 52.0, 142.0, 252.0
    _wide_bar(canvas, 30, f"*X*\u2003*N* × {d_model}")
    for x, name, colour in ((q, "Q", QUERY.light), (k, "K", KEY.light), (v, "V", VALUE.light)):
        canvas.arrow((x, 68), (x, 134), colour=colour, opacity=1.0)
        canvas.text(x + 8, 92, f"*W*_{{i}}^{{{name}}}", anchor="left", colour=colour, size=14)
        canvas.text(x + 8, 112, f"{d_model} × {d_k}", anchor="left", size=_SMALL, opacity=MUTED)
        _matrix(canvas, x - narrow / 2, 138, narrow, colour)
        canvas.text(
            x + narrow / 2 + 6, 147, f"*{name}*_{{i}}", anchor="left", colour=colour, size=14
        )
        canvas.text(
            x + narrow / 2 + 6, 165, f"*N* × {d_k}", anchor="left", size=_SMALL, opacity=MUTED
        )
    middle, square, top = (q + k) / 2, 52.0, 232.0
    canvas.arrow((q, 175), (middle - 12, top - 4), colour=QUERY.light, opacity=1.0)
    canvas.arrow((k, 175), (middle + 12, top - 4), colour=KEY.light, opacity=1.0)
    cell = square / _ROWS
    for row in range(_ROWS):
        for column in range(_ROWS):
            tint = _SKETCH[(3 * row + 5 * column) % len(_SKETCH)]
            canvas.box(
                middle - square / 2 + column * cell,
                top + row * cell,
                cell - 1,
                cell - 1,
                colour=WEIGHTS.light,
                tint=tint,
            )
    canvas.text(
        middle + square / 2 + 7, top + 17, "weights", anchor="left", colour=WEIGHTS.light, size=13
    )
    canvas.text(
        middle + square / 2 + 7, top + 35, "*N* × *N*", anchor="left", size=_SMALL, opacity=MUTED
    )
    canvas.text(middle, top + square + 14, f"softmax(*Q*_{{i}}*K*_{{i}}^{{T}} ÷ √{d_k})", size=12.5)
    end = 356.0
    canvas.arrow(
        (middle + 16, top + square + 27),
        (v - narrow / 2 - 3, end + 8),
        colour=WEIGHTS.light,
        opacity=1.0,
    )
    canvas.arrow((v, 175), (v, end - 4), colour=VALUE.light, opacity=1.0)
    canvas.text(v - narrow / 2 - 8, end + _BAR - 4, "weights · *V*_{i}", anchor="right", size=12.5)
    _matrix(canvas, v - narrow / 2, end, narrow, VALUE.light)
    canvas.text(v + narrow / 2 + 6, end + 9, "head_{i}", anchor="left", colour=VALUE.light, size=14)
    canvas.text(
        v + narrow / 2 + 6, end + 27, f"*N* × {d_k}", anchor="left", size=_SMALL, opacity=MUTED
    )
    canvas.arrow((v, end + _BAR + 4), (v, end + _BAR + 34))
    canvas.text(
        v + 40,
        end + _BAR + 48,
        f"its own {d_k} of the {d_model} joined features",
        anchor="right",
        size=12.5,
    )
    return canvas.figure


def _wide_bar(canvas: Canvas, y: float, text: str) -> None:
    canvas.box(8, y, _WIDTH - 16, _BAR, tint=0.07, line=1.0, line_opacity=0.75)
    canvas.text(_WIDTH / 2, y + _BAR / 2, text, size=13)


def _draw_all(n_heads: int, d_model: int, d_k: int, patterns: Sequence[str]) -> Figure:
    lanes = 46 + max(54.0, text_width(patterns, _SMALL) * 0.84)
    canvas = Canvas(_WIDTH, lanes + (302 if patterns else 280))
    canvas.text(
        0, 9, f"All {n_heads} heads, joined and mixed", anchor="left", weight="bold", size=13
    )
    _wide_bar(canvas, 30, f"*X*\u2003*N* × {d_model}")
    pitch = (_WIDTH - 16) / n_heads
    top = 92.0
    bottom = top + lanes
    middles = [8 + (head + 0.5) * pitch for head in range(n_heads)]
    for head, x in enumerate(middles):
        canvas.arrow((x, 68), (x, top - 3))
        canvas.box(
            x - pitch / 2 + 2,
            top,
            pitch - 4,
            bottom - top,
            colour=WEIGHTS.light,
            tint=0.1,
            line=1.0,
            rounding=6,
            line_opacity=0.75,
        )
        canvas.text(x, top + 14, str(head + 1), colour=WEIGHTS.light, weight="bold")
        for place, colour in enumerate((QUERY.light, KEY.light, VALUE.light)):
            canvas.box(x - 10 + 7 * place, top + 26, 6, 12, colour=colour, tint=0.75)
        if head < len(patterns):
            canvas.text(x, bottom - 8, patterns[head], anchor="left", size=_SMALL, rotation=90)
        canvas.arrow((x, bottom + 2), (x, bottom + 22), colour=VALUE.light, opacity=1.0)
        _matrix(canvas, x - pitch / 2 + 1, bottom + 25, pitch - 2, VALUE.light)
        canvas.text(x, bottom + 25 + _BAR / 2, str(d_k), size=_SMALL)
    joined = bottom + 25 + _BAR
    canvas.text(8, joined + 15, f"joined: *N* × {d_model}", anchor="left")
    canvas.text(
        _WIDTH - 8, joined + 15, f"mixed by *W*^{{O}}, {d_model} × {d_model}", anchor="right"
    )
    start, end = joined + 30, joined + 66
    followed = middles[n_heads // 3]
    for x in middles:
        for to in middles:
            canvas.line((x, start), (to, end), width=0.7, opacity=0.16)
        canvas.line((x, start), (followed, end), width=1.0, opacity=0.8)
    _wide_bar(canvas, end + 3, f"MultiHead(*X*)\u2003*N* × {d_model}")
    if patterns:
        canvas.text(
            _WIDTH / 2,
            end + _BAR + 18,
            "Patterns seen in trained models; no one put them there.",
            size=_SMALL,
            opacity=MUTED,
        )
    return canvas.figure
