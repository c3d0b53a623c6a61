"""Time and memory against the length of the text, as measured."""

from collections.abc import Sequence
from typing import TypeVar

from attention_course._checks import whole_number
from attention_course._numbers import number
from attention_course._palette import WEIGHTS
from attention_course.experiments.long_contexts import Length, Parts
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg
from attention_course.figures._lines import Line, draw_lines

_PANEL = (340.0, 240.0)
_FEWEST = 2
_MIB = 2**20
_MS = 1e3

_Record = TypeVar("_Record", Length, Parts)


@drawing_style()
def show_lengths(lengths: Sequence[Length], *, caption: str | None = None) -> InlineSvg:
    r"""Show what attention takes with the table and without it, as the text grows.

    Parameters
    ----------
    lengths
        What `compare_lengths` gave for two or more lengths.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of times and one of memory, on logarithmic axes.

    Raises
    ------
    TypeError
        If a record is none of these.
    ValueError
        If there are fewer than two, or two of one length.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> drawing = show_lengths(
    ...     [Length(8, 0.002, 0.001, 2**22, 2**20), Length(16, 0.008, 0.003, 2**24, 2**20)]
    ... )
    >>> print(*drawing.labels, sep="\n")
    Milliseconds against the number of tokens: with the table 2 at 8, 8 at 16; blockwise 1 at 8,
    3 at 16.
    MiB held against the number of tokens: with the table 4 at 8, 16 at 16; blockwise 1 at 8,
    1 at 16.
    """
    rows = _by_length(lengths, Length, "lengths")
    n_tokens = [row.n_tokens for row in rows]
    panels = []
    for title, told, table, blockwise in (
        (
            "Milliseconds",
            "Milliseconds against the number of tokens",
            [_MS * row.table_seconds for row in rows],
            [_MS * row.blockwise_seconds for row in rows],
        ),
        (
            "MiB held at once",
            "MiB held against the number of tokens",
            [row.table_bytes / _MIB for row in rows],
            [row.blockwise_bytes / _MIB for row in rows],
        ),
    ):
        lines = (Line("table", table, WEIGHTS.light), Line("blockwise", blockwise))
        label = (
            f"{told}: with the table {_listed(n_tokens, table)};"
            f" blockwise {_listed(n_tokens, blockwise)}."
        )
        panels.append((draw_lines(title, n_tokens, lines, size=_PANEL), label))
    return inline_svg(*panels, caption=caption)


@drawing_style()
def show_parts(parts: Sequence[Parts], crossover: int, *, caption: str | None = None) -> InlineSvg:
    """Show what a layer's projections take, and what its attention does, as the text grows.

    Parameters
    ----------
    parts
        What `compare_parts` gave for two or more lengths.
    crossover
        The length at which both cost the same by count, from `crossover_length`.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of times on logarithmic axes.

    Raises
    ------
    TypeError
        If a record is none of these, or `crossover` not an integer.
    ValueError
        If there are fewer than two, two of one length, or `crossover` is outside of them.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> drawing = show_parts(
    ...     [Parts(8, 0.002, 0.001, 0.002, 0.003), Parts(32, 0.008, 0.016, 0.02, 0.05)], 16
    ... )
    >>> print(*drawing.labels)
    Milliseconds against the number of tokens: projections 2 at 8, 8 at 32; the two products alone
    1 at 8, 16 at 32; blockwise 2 at 8, 20 at 32; with the table 3 at 8, 50 at 32. By count,
    projections and products are equal at 16 tokens.
    """
    rows = _by_length(parts, Parts, "parts")
    n_tokens = [row.n_tokens for row in rows]
    whole_number("crossover", crossover, minimum=1)
    if not n_tokens[0] <= crossover <= n_tokens[-1]:
        raise ValueError(
            f"crossover: got {crossover}; expected a length from {n_tokens[0]} to {n_tokens[-1]}"
        )
    lines = (
        Line("projections", [_MS * row.projections for row in rows], opacity=0.6),
        Line("products only", [_MS * row.products for row in rows], WEIGHTS.light, dashed=True),
        Line("blockwise", [_MS * row.blockwise for row in rows]),
        Line("table", [_MS * row.table for row in rows], WEIGHTS.light),
    )
    names = ("projections", "the two products alone", "blockwise", "with the table")
    told = "; ".join(
        f"{name} {_listed(n_tokens, line.values)}" for name, line in zip(names, lines, strict=True)
    )
    label = (
        f"Milliseconds against the number of tokens: {told}. "
        f"By count, projections and products are equal at {crossover} tokens."
    )
    figure = draw_lines("Milliseconds", n_tokens, lines, marked=crossover)
    return inline_svg((figure, label), caption=caption)


def _by_length(records: Sequence[_Record], kind: type[_Record], name: str) -> list[_Record]:
    """Return the records from the shortest length to the longest."""
    for record in records:
        if not isinstance(record, kind):
            raise TypeError(f"{name}: got {record!r}; expected records of {kind.__name__}")
    lengths = [record.n_tokens for record in records]
    if len(set(lengths)) != len(lengths) or len(lengths) < _FEWEST:
        raise ValueError(f"{name}: got lengths {lengths}; expected two or more, each once")
    return sorted(records, key=lambda record: record.n_tokens)


def _listed(lengths: Sequence[int], values: Sequence[float]) -> str:
    return ", ".join(f"{number(v, 3)} at {n}" for n, v in zip(lengths, values, strict=True))
