"""One attention from queries and keys to the output, every number in sight."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, isclose, sqrt

import numpy as np
from matplotlib.figure import Figure

from attention_course._checks import Reals
from attention_course._dot_product import AttentionSteps
from attention_course._numbers import number
from attention_course._palette import KEY, QUERY, VALUE, WEIGHTS
from attention_course.figures._canvas import (
    CELL_HEIGHT,
    MUTED,
    Canvas,
    Labels,
    Table,
    draw_table,
    is_table,
)
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_OPERATOR = 22.0
_ARROW = 46.0
_MOST_TERMS = 3
_VARIANT = 56.0


@drawing_style()
def show_steps(
    steps: AttentionSteps,
    tokens: Sequence[str] | None = None,
    *,
    follow: tuple[int, int] = (-1, -1),
    caption: str | None = None,
) -> InlineSvg:
    r"""Show the five steps of one attention as five small equations, one entry followed through.

    Parameters
    ----------
    steps
        What `attention_steps` gives for a query of shape (n_queries, d_k).
    tokens
        A label for each token, where queries and keys come from the same; numbers if left out.
    follow
        The query and the key whose entry is outlined in every step and worked out below it.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture a step.

    Raises
    ------
    ValueError
        If `steps` is batched or has a soft cap, or `tokens` or `follow` does not fit it.

    Notes
    -----
    Section 6.2.

    Examples
    --------
    One token attends to itself alone:

    >>> from attention_course import attention_steps
    >>> show_steps(attention_steps([[1.0]], [[2.0]], [[3.0]])).labels[-1]
    'Step 5: the weights average the values to the output 3.'
    """
    _check_steps("steps", steps)
    queries, keys = _labels(steps, tokens)
    i, j = _followed(follow, steps.scores.shape)
    panels = _equations(steps, queries, keys, i, j)
    width = ceil(max(panel.width for panel in panels))
    return inline_svg(*((panel.draw(width), panel.label) for panel in panels), caption=caption)


@drawing_style()
def compare_steps(
    variants: Mapping[str, AttentionSteps],
    tokens: Sequence[str] | None = None,
    *,
    caption: str | None = None,
) -> InlineSvg:
    """Show how masked scores, weights and output differ between variants of one attention.

    Parameters
    ----------
    variants
        For each label what `attention_steps` gave, for a query of shape (n_queries, d_k).
    tokens
        A label for each token, where queries and keys come from the same; numbers if left out.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture with a row for each variant.

    Raises
    ------
    ValueError
        If there is no variant, a variant is batched or has a soft cap, or `tokens` does not fit
        one.

    Notes
    -----
    Section 6.2.

    Examples
    --------
    One token attends to itself alone, whatever the scores:

    >>> from attention_course import attention_steps
    >>> compare_steps({"one": attention_steps([[1.0]], [[2.0]], [[3.0]])}).labels
    ('Masked scores, weights and output, row by row. one: weights 1, output 3.',)
    """
    if not variants:
        raise ValueError("variants: got no entry; expected one or more")
    for title, steps in variants.items():
        _check_steps(f"variants[{title!r}]", steps)
        _labels(steps, tokens)
    told = "; ".join(
        f"{title}: weights {_spoken(steps.weights)}, output {_spoken(steps.output)}"
        for title, steps in variants.items()
    )
    label = f"Masked scores, weights and output, row by row. {told}."
    return inline_svg((_draw_variants(variants, tokens), label), caption=caption)


def _draw_variants(variants: Mapping[str, AttentionSteps], tokens: Sequence[str] | None) -> Figure:
    rows = []
    for steps in variants.values():
        queries, keys = _labels(steps, tokens)
        by_query, by_key = Labels(queries, QUERY.light), Labels(keys, KEY.light)
        rows.append(
            (
                Table("", steps.masked, rows=by_query, columns=by_key),
                Table("", steps.weights, WEIGHTS.light, columns=by_key, by_value=True),
                Table("", steps.output, VALUE.light),
            )
        )
    # One width a column of tables, so that the variants stand exactly under each other.
    widths = [max(table.cell_width for table in column) for column in zip(*rows, strict=True)]
    aligned = [
        [replace(table, least_width=width) for table, width in zip(row, widths, strict=True)]
        for row in rows
    ]
    gap = _ARROW
    lefts = [2.0]
    for column in list(zip(*rows, strict=True))[:-1]:
        lefts.append(lefts[-1] + max(table.width for table in column) + gap)
    width = max(lefts[-1] + row[-1].width for row in aligned) + 2
    height = sum(_VARIANT + row[0].values.shape[0] * CELL_HEIGHT for row in aligned)
    canvas = Canvas(width, height + 22)
    for left, name, table in zip(
        lefts, ("masked scores", "weights", "output"), aligned[0], strict=True
    ):
        middle = left + table.label_width + (table.width - table.label_width) / 2
        canvas.text(middle, 9, name, colour=table.colour, weight="bold")
    y = 22.0
    for title, row in zip(variants, aligned, strict=True):
        canvas.text(2, y + 14, title, anchor="left")
        canvas.line((2, y), (width - 2, y), width=0.8, opacity=0.2)
        body = row[0].values.shape[0] * CELL_HEIGHT
        for left, table in zip(lefts, row, strict=True):
            draw_table(canvas, table, left, y + 42)
        for left, table, operation in zip(lefts, row, ("softmax", "· value"), strict=False):
            start = left + table.width
            middle = y + 42 + body / 2
            canvas.text(start + gap / 2, middle - 11, operation, size=11.5, opacity=MUTED)
            canvas.arrow((start + 7, middle), (start + gap - 7, middle))
        y += _VARIANT + body
    return canvas.figure


class _Equation:
    """Matrices in a row with what is done between them, a title above, a line of sums below."""

    def __init__(
        self, title: str, tables: Sequence[Table], between: Sequence[str], sums: str, label: str
    ) -> None:
        self._title, self._tables, self._between, self._sums = title, tables, between, sums
        self.label = label

    @property
    def width(self) -> float:
        gaps = sum(_gap(operation) for operation in self._between)
        return sum(table.width for table in self._tables) + gaps + 4

    def draw(self, width: float) -> Figure:
        n_rows = max(table.values.shape[0] for table in self._tables)
        top = 66.0
        body = n_rows * CELL_HEIGHT
        canvas = Canvas(width, top + body + 30)
        canvas.text(0, 9, self._title, anchor="left", weight="bold", size=13)
        x = 2.0
        for table, operation in zip(self._tables, (*self._between, ""), strict=True):
            y = top + (body - table.values.shape[0] * CELL_HEIGHT) / 2
            draw_table(canvas, table, x, y)
            x += table.width
            if not operation:
                continue
            middle, gap = top + body / 2, _gap(operation)
            if gap == _OPERATOR:
                canvas.text(x + gap / 2, middle, operation, size=20 if operation == "·" else 14)
            else:
                canvas.text(x + gap / 2, middle - 11, operation, size=11.5, opacity=MUTED)
                canvas.arrow((x + 5, middle), (x + gap - 5, middle))
            x += gap
        canvas.text(2, top + body + 17, self._sums, anchor="left", opacity=0.85)
        return canvas.figure


def _gap(operation: str) -> float:
    return _OPERATOR if len(operation) == 1 else max(_ARROW, 6.6 * len(operation) + 4)


def _equations(
    steps: AttentionSteps, queries: Sequence[str], keys: Sequence[str], i: int, j: int
) -> list[_Equation]:
    cell = frozenset({(i, j)})
    row = frozenset((i, column) for column in range(steps.scores.shape[1]))
    last = steps.output.shape[1] - 1
    hidden = np.isneginf(steps.masked)
    mask = np.where(
        hidden, -np.inf, np.where(hidden, 0, steps.masked) - np.where(hidden, 0, steps.scaled)
    )
    by_query, by_key = Labels(queries, QUERY.light), Labels(keys, KEY.light)
    usual = isclose(steps.scale, 1 / sqrt(steps.query.shape[1]))
    factor = f"÷ √{steps.query.shape[1]}" if usual else f"× {number(steps.scale)}"

    def entries(*arrays: Reals) -> list[str]:
        return [number(float(array[i, j])) for array in arrays]

    score, scaled, bias, masked, weight = entries(
        steps.scores, steps.scaled, mask, steps.masked, steps.weights
    )
    powers = [f"e^{{{number(float(s))}}}" for s in steps.masked[i]]
    return [
        _Equation(
            "1\u2002Scores",
            (
                Table(
                    "query", steps.query, QUERY.light, followed=_row(steps.query, i), rows=by_query
                ),
                Table(
                    "key",
                    steps.key,
                    KEY.light,
                    rows=by_key,
                    followed=_row(steps.key, j),
                ),
                Table("scores", steps.scores, followed=cell, columns=by_key),
            ),
            ("·", "="),
            f"{_products(steps.query[i], steps.key[j])} = {score}",
            f"Step 1: every query dotted with every key gives the scores {_spoken(steps.scores)}.",
        ),
        _Equation(
            "2\u2002Scaling",
            (
                Table("scores", steps.scores, followed=cell, rows=by_query, columns=by_key),
                Table("scaled", steps.scaled, followed=cell, columns=by_key),
            ),
            (factor,),
            f"{score} {factor} = {scaled}",
            f"Step 2: scores {factor} are {_spoken(steps.scaled)}.",
        ),
        _Equation(
            "3\u2002Mask",
            (
                Table("scaled", steps.scaled, followed=cell, rows=by_query, columns=by_key),
                Table("mask", mask, followed=cell, columns=by_key),
                Table("masked", steps.masked, followed=cell, columns=by_key),
            ),
            ("+", "="),
            f"{scaled} + {_bracketed(bias)} = {masked}",
            f"Step 3: with the mask added they are {_spoken(steps.masked)}.",
        ),
        _Equation(
            "4\u2002Softmax",
            (
                Table("masked", steps.masked, followed=row, rows=by_query, columns=by_key),
                Table(
                    "weights",
                    steps.weights,
                    WEIGHTS.light,
                    by_value=True,
                    followed=cell,
                    columns=by_key,
                ),
            ),
            ("softmax",),
            f"{powers[j]} ÷ ({_sum(powers)}) = {weight}",
            f"Step 4: softmax over each row gives the weights {_spoken(steps.weights)}.",
        ),
        _Equation(
            "5\u2002Weighted sum",
            (
                Table(
                    "weights",
                    steps.weights,
                    WEIGHTS.light,
                    by_value=True,
                    followed=row,
                    rows=by_query,
                    columns=by_key,
                ),
                Table(
                    "value",
                    steps.value,
                    VALUE.light,
                    rows=by_key,
                    followed=_row(steps.value.T, last, transposed=True),
                ),
                Table("output", steps.output, VALUE.light, followed=frozenset({(i, last)})),
            ),
            ("·", "="),
            f"{_products(steps.weights[i], steps.value[:, last])} = "
            f"{number(float(steps.output[i, last]))}",
            f"Step 5: the weights average the values to the output {_spoken(steps.output)}.",
        ),
    ]


def _row(array: Reals, row: int, *, transposed: bool = False) -> frozenset[tuple[int, int]]:
    cells = ((row, column) for column in range(array.shape[1]))
    return frozenset((b, a) if transposed else (a, b) for a, b in cells)


def _products(left: Reals, right: Reals) -> str:
    pairs = zip(left.tolist(), right.tolist(), strict=True)
    return _sum([f"{_bracketed(number(a))} · {_bracketed(number(b))}" for a, b in pairs])


def _sum(terms: Sequence[str]) -> str:
    if len(terms) > _MOST_TERMS:
        terms = [*terms[: _MOST_TERMS - 1], "…", terms[-1]]
    return " + ".join(terms)


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith("−") else text


def _spoken(array: Reals) -> str:
    return " / ".join(", ".join(number(float(value)) for value in row) for row in array)


def _check_steps(name: str, steps: AttentionSteps) -> None:
    if not is_table(steps.scores):
        raise ValueError(
            f"{name}: got scores of shape {steps.scores.shape}; "
            "expected (n_queries, n_keys), neither of them 0"
        )
    if steps.capped is not steps.scaled:
        raise ValueError(f"{name}: got scores with a soft cap; expected steps without one")


def _labels(
    steps: AttentionSteps, tokens: Sequence[str] | None
) -> tuple[Sequence[str], Sequence[str]]:
    n_queries, n_keys = steps.scores.shape
    if tokens is None:
        return [str(n + 1) for n in range(n_queries)], [str(n + 1) for n in range(n_keys)]
    if not len(tokens) == n_queries == n_keys:
        raise ValueError(
            f"tokens: got {len(tokens)} labels; "
            f"expected one for each of {n_queries} queries and of {n_keys} keys"
        )
    return tokens, tokens


def _followed(follow: tuple[int, int], shape: tuple[int, ...]) -> tuple[int, int]:
    if not all(-size <= index < size for index, size in zip(follow, shape, strict=True)):
        raise ValueError(f"follow: got {follow}; expected a query and a key of scores {shape}")
    i, j = (index % size for index, size in zip(follow, shape, strict=True))
    return i, j
