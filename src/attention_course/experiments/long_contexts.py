"""Attention against the length of the text, by the clock: with the table of scores and without it.

Everything is in single precision. What is compared takes turns, and medians count; times are the
processor's own, so that other programs hardly disturb them. They differ from machine to machine
and from run to run.
"""

import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import exp, log
from typing import TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from attention_course._blockwise import blockwise_attention
from attention_course._checks import generator, whole_number
from attention_course._dot_product import scaled_dot_product_attention
from attention_course._threads import ROOMS
from attention_course.experiments._printing import say
from attention_course.experiments._timing import take_turns

Singles: TypeAlias = NDArray[np.float32]

LENGTHS = (128, 256, 512, 1024, 2048)
_HEADS, _WIDTH = 4, 64


@dataclass(frozen=True)
class Length:
    """One length, with the table and without it.

    Attributes
    ----------
    n_tokens
        N, the number of queries and of keys.
    table_seconds, blockwise_seconds
        The time of `scaled_dot_product_attention` and of `blockwise_attention`.
    table_bytes, blockwise_bytes
        The most that each held at once beside its arguments, less the bytes of its output.
    """

    n_tokens: int
    table_seconds: float
    blockwise_seconds: float
    table_bytes: int
    blockwise_bytes: int


@dataclass(frozen=True)
class Parts:
    """One length of a multi-head layer, part by part, in seconds.

    Attributes
    ----------
    n_tokens
        N.
    projections
        The four products with d_model by d_model matrices.
    products
        Of attention only the two products, scores and weighted sum, into a table that is there.
    blockwise
        All of attention, without the table.
    table
        All of attention, as the readable function does it.
    """

    n_tokens: int
    projections: float
    products: float
    blockwise: float
    table: float


@dataclass(frozen=True)
class Skipped:
    """Blockwise attention over one length, in seconds.

    Attributes
    ----------
    n_tokens
        N.
    window
        How many keys a query saw at most under the window.
    whole
        Every query sees every key.
    causal
        No query sees a later key.
    windowed
        Each query sees the last `window` keys.
    """

    n_tokens: int
    window: int
    whole: float
    causal: float
    windowed: float


def compare_lengths(
    rng: Generator,
    lengths: Sequence[int] = LENGTHS,
    *,
    n_heads: int = _HEADS,
    width: int = _WIDTH,
    turns: int = 5,
) -> list[Length]:
    """Measure time and memory of attention with the table and without it.

    Parameters
    ----------
    rng
        Where queries, keys and values come from.
    lengths
        The numbers of tokens.
    n_heads
        The number of heads.
    width
        The width of a head's queries, keys and values.
    turns
        How often each is timed.

    Returns
    -------
    list of Length
        In the order of `lengths`.

    Raises
    ------
    TypeError
        If `rng` is not a Generator or a size not an integer.
    ValueError
        If a size is below 1.

    Notes
    -----
    Section 6.6. Rabe and Staats (2021), section 5, compare likewise.

    Examples
    --------
    A table of 128 × 128 numbers of 4 bytes each takes 64 KiB, and more than one is held:

    >>> (measured,) = compare_lengths(np.random.default_rng(0), (128,), n_heads=1, turns=1)
    >>> measured.table_bytes > 2 * 128 * 128 * 4
    True
    """
    generator("rng", rng)
    tokens = [whole_number("lengths", n, minimum=1) for n in lengths]
    return [_compare(_drawn(rng, 3, n_heads, n, width), turns) for n in tokens]


def _compare(drawn: Singles, turns: int) -> Length:
    query, key, value = drawn
    table = partial(scaled_dot_product_attention, query, key, value)
    blockwise = partial(blockwise_attention, query, key, value, n_threads=1)
    seconds = take_turns({"table": table, "blockwise": blockwise}, turns=turns)
    return Length(
        query.shape[-2],
        seconds["table"],
        seconds["blockwise"],
        _peak_bytes(table),
        _peak_bytes(blockwise),
    )


def _peak_bytes(work: Callable[[], tuple[Singles, ...]]) -> int:
    """Return the most that is held beside the arguments, less the output; the weights do count."""
    ROOMS.clear()  # Room that is kept between calls counts too.
    tracemalloc.start()
    try:
        output = work()[0]
        return tracemalloc.get_traced_memory()[1] - output.nbytes
    finally:
        tracemalloc.stop()


def compare_parts(
    rng: Generator,
    lengths: Sequence[int] = (64, 128, 256, 512, 1024),
    *,
    d_model: int = 256,
    n_heads: int = _HEADS,
    turns: int = 9,
) -> list[Parts]:
    r"""Measure the two parts of a multi-head layer's cost, and where they meet by the clock.

    .. math:: 4 N d_{\text{model}}^2 \quad\text{against}\quad 2 N^2 d_{\text{model}}

    Parameters
    ----------
    rng
        Where tokens, matrices, queries, keys and values come from.
    lengths
        The numbers of tokens.
    d_model
        The width of the tokens.
    n_heads
        The number of heads, which divides d_model.
    turns
        How often each is timed.

    Returns
    -------
    list of Parts
        In the order of `lengths`.

    Raises
    ------
    TypeError
        If `rng` is not a Generator or a size not an integer.
    ValueError
        If a size is below 1, or d_model no multiple of `n_heads`.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> (parts,) = compare_parts(np.random.default_rng(0), (16,), d_model=8, n_heads=2, turns=1)
    >>> parts.n_tokens, min(parts.projections, parts.products, parts.blockwise, parts.table) > 0
    (16, True)
    """
    generator("rng", rng)
    model = whole_number("d_model", d_model, minimum=1)
    heads = whole_number("n_heads", n_heads, minimum=1)
    if model % heads:
        raise ValueError(f"d_model: got {model}; expected a multiple of n_heads = {heads}")
    matrices = _drawn(rng, 4, 1, model, model)[:, 0]
    measured = []
    for n in lengths:
        tokens = whole_number("lengths", n, minimum=1)
        x = _drawn(rng, 1, 1, tokens, model)[0, 0]
        query, key, value = _drawn(rng, 3, heads, tokens, model // heads)
        seconds = take_turns(
            {
                "projections": partial(_project, x, matrices, np.empty_like(x)),
                "products": _products(query, key, value),
                "blockwise": partial(blockwise_attention, query, key, value, n_threads=1),
                "table": partial(scaled_dot_product_attention, query, key, value),
            },
            turns=turns,
        )
        measured.append(Parts(tokens, **seconds))
    return measured


def _project(x: Singles, matrices: Singles, output: Singles) -> None:
    for matrix in matrices:
        np.matmul(x, matrix, out=output)


def _products(query: Singles, key: Singles, value: Singles) -> Callable[[], Singles]:
    """Return what multiplies queries by keys and the table by values, in memory of its own."""
    scores, output = query @ np.matrix_transpose(key), np.empty_like(query)

    def work() -> Singles:
        np.matmul(query, np.matrix_transpose(key), out=scores)
        return np.matmul(scores, value, out=output)

    return work


def measured_crossover(parts: Sequence[Parts], part: str = "table") -> float | None:
    """Return the length from which a part of attention takes longer than the projections.

    Between two lengths that were measured, the ratio of the times is taken for a power of N.

    Parameters
    ----------
    parts
        What `compare_parts` gave.
    part
        "products", "blockwise" or "table".

    Returns
    -------
    float or None
        A number of tokens; None if the times do not cross at the lengths measured.

    Raises
    ------
    ValueError
        If there is no such part.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    Half as long at 16 tokens and twice as long at 64: as long at 32.

    >>> measured_crossover([Parts(16, 1, 1, 1, 0.5), Parts(64, 1, 1, 1, 2)])
    32.0
    """
    if part not in {"products", "blockwise", "table"}:
        raise ValueError(f"part: got {part!r}; expected 'products', 'blockwise' or 'table'")
    ratios = [(log(p.n_tokens), log(getattr(p, part) / p.projections)) for p in parts]
    for (x, y), (next_x, next_y) in pairwise(ratios):
        if y <= 0 < next_y:
            return round(exp(x - y * (next_x - x) / (next_y - y)), 9)
    return None


def compare_masks(
    rng: Generator,
    n_tokens: int = 2048,
    *,
    window: int = 256,
    n_heads: int = _HEADS,
    width: int = _WIDTH,
    turns: int = 7,
) -> Skipped:
    """Measure what is saved where blocks that no query sees are never computed.

    Parameters
    ----------
    rng
        Where queries, keys and values come from.
    n_tokens
        N.
    window
        How many keys a query sees at most under the window.
    n_heads
        The number of heads.
    width
        The width of a head's queries, keys and values.
    turns
        How often each is timed.

    Returns
    -------
    Skipped
        The three times.

    Raises
    ------
    TypeError
        If `rng` is not a Generator or a size not an integer.
    ValueError
        If a size is below 1.

    Notes
    -----
    Sections 6.4 and 6.6. Dao et al. (2022), section 3.3.

    Examples
    --------
    >>> saved = compare_masks(np.random.default_rng(0), 16, window=4, n_heads=1, turns=1)
    >>> saved.n_tokens, min(saved.whole, saved.causal, saved.windowed) > 0
    (16, True)
    """
    generator("rng", rng)
    tokens = whole_number("n_tokens", n_tokens, minimum=1)
    attend = partial(blockwise_attention, *_drawn(rng, 3, n_heads, tokens, width), n_threads=1)
    seconds = take_turns(
        {
            "whole": attend,
            "causal": partial(attend, causal=True),
            "windowed": partial(attend, causal=True, window=window),
        },
        turns=turns,
    )
    return Skipped(tokens, window, **seconds)


def _drawn(rng: Generator, count: int, n_heads: int, n_tokens: int, width: int) -> Singles:
    """Draw arrays of shape (n_heads, n_tokens, width)."""
    heads = whole_number("n_heads", n_heads, minimum=1)
    wide = whole_number("width", width, minimum=1)
    return rng.standard_normal((count, heads, n_tokens, wide), dtype=np.float32)


def main(lengths: Sequence[int] = LENGTHS) -> None:
    """Print time and memory with the table and without it, what masks save, and a layer's parts.

    Times are in milliseconds, memory in MiB.

    Parameters
    ----------
    lengths
        The numbers of tokens; what masks save is measured at the last one.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> main((8,))  # doctest: +ELLIPSIS
    tokens   table ms   blockwise ms   table MiB   blockwise MiB
         8 ...
    <BLANKLINE>
    8 tokens, blockwise ms: all ..., causal ..., a window of 1 ...
    <BLANKLINE>
    tokens   projections ms   products ms   blockwise ms   table ms
         8 ...
    """
    rng = np.random.default_rng(0)
    say("tokens   table ms   blockwise ms   table MiB   blockwise MiB")
    for row in compare_lengths(rng, lengths):
        say(
            f"{row.n_tokens:6}{row.table_seconds * 1e3:11.2f}{row.blockwise_seconds * 1e3:15.2f}"
            f"{row.table_bytes / 2**20:12.2f}{row.blockwise_bytes / 2**20:16.2f}"
        )
    saved = compare_masks(rng, lengths[-1], window=max(1, lengths[-1] // 8))
    say(
        f"\n{saved.n_tokens} tokens, blockwise ms: all {saved.whole * 1e3:.2f}, "
        f"causal {saved.causal * 1e3:.2f}, a window of {saved.window} {saved.windowed * 1e3:.2f}\n"
    )
    say("tokens   projections ms   products ms   blockwise ms   table ms")
    for parts in compare_parts(rng, lengths):
        say(
            f"{parts.n_tokens:6}{parts.projections * 1e3:17.2f}{parts.products * 1e3:14.2f}"
            f"{parts.blockwise * 1e3:15.2f}{parts.table * 1e3:11.2f}"
        )


if __name__ == "__main__":
    main()
