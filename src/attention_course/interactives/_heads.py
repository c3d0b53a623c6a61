"""Four heads on one sentence: each head's weights, and where a word looks in all of them."""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attention_course._checks import Reals, finite_array, first_index
from attention_course.interactives._interactive import Interactive, plain, shown, table

_NEAR_THE_LARGEST = 0.5
_ROUNDED_ONE = 1 + 1e-6
_PLACES = 4


def look_through_heads(
    words: Sequence[str],
    weights: ArrayLike,
    patterns: Sequence[str],
    *,
    head: int = 1,
    word: str | None = None,
    by_hand: bool = True,
) -> Interactive:
    """Show several heads' weights on one sentence, and where each word looks in each of them.

    The reader sees one table at a time, all side by side, or the tables as layers of one tensor.
    For the word that is pointed at, each head names the words that it finds: those with at least
    half of the row's largest weight.

    Parameters
    ----------
    words
        The n words of the sentence.
    weights
        array of shape (n_heads, n, n), entries from 0 to 1: rows are the asking words.
    patterns
        A plain label for each head.
    head
        The head that is seen first, counted from 1.
    word
        The word that is followed first; the sentence's first if left out.
    by_hand
        Whether the weights come from matrices set by hand, which is then said.

    Returns
    -------
    Interactive
        Its state is ``view`` (``one``, ``side``, ``stack``), ``head`` and ``word``, both counted
        from 1.

    Raises
    ------
    TypeError
        If `weights` does not hold real numbers.
    ValueError
        If the shape of `weights` does not fit the words and the labels, an entry is not from 0 to
        1, or there is no such head or word.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> look_through_heads(("a", "b"), np.eye(2)[None], ("itself",)).data["strongest"]
    [[[0], [1]]]
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
    if not 1 <= head <= len(patterns):
        raise ValueError(f"head: got {head}; expected 1 to {len(patterns)}")
    if word is not None and word not in words:
        raise ValueError(f"word: got {word!r}; expected one of {', '.join(words)}")
    asking = 0 if word is None else list(words).index(word)
    strongest = [[_strongest(row) for row in each] for each in tables]
    found = [
        [_found(words, row, top) for row, top in zip(each, tops, strict=True)]
        for each, tops in zip(tables, strongest, strict=True)
    ]
    lines = "".join(
        f"<li>head {n}, {escape(pattern)}: {escape(texts[asking])}</li>"
        for n, (pattern, texts) in enumerate(zip(patterns, found, strict=True), start=1)
    )
    picture = table(
        f"Head {head}: {patterns[head - 1]}",
        tables[head - 1],
        "weights",
        rows=(words, "query"),
        columns=(words, "key"),
        places=_PLACES,
        tint=True,
    )
    return Interactive(
        tag="ac-heads",
        label=f"{len(patterns)} heads on one sentence",
        data={
            "words": words,
            "patterns": patterns,
            "weights": tables,
            "strongest": strongest,
            "first": {"head": head, "word": asking + 1},
        },
        fallback_html=f"<p>Where “{escape(words[asking])}” looks:</p><ul>{lines}</ul>{picture}",
        words=_in_words(words, patterns, found, asking, by_hand=by_hand),
    )


def _strongest(row: Reals) -> list[int]:
    """Return the places of the words that stand out, or of all if none does."""
    return [int(place) for place in np.flatnonzero(row >= _NEAR_THE_LARGEST * row.max())]


def _found(words: Sequence[str], row: Reals, top: Sequence[int]) -> str:
    if len(top) == len(words):
        return f"all words alike {shown(plain(row[top[0]]), 2)}"
    return ", ".join(f"{words[key]} {shown(plain(row[key]), 2)}" for key in top)


def _in_words(
    words: Sequence[str],
    patterns: Sequence[str],
    found: Sequence[Sequence[str]],
    asking: int,
    *,
    by_hand: bool,
) -> tuple[str, str]:
    n = len(words)
    looks = "; ".join(
        f"in head {head}, {pattern}, {texts[asking]}"
        for head, (pattern, texts) in enumerate(zip(patterns, found, strict=True), start=1)
    )
    origin = (
        " These weights come from matrices set by hand, after patterns found in trained models."
        if by_hand
        else ""
    )
    return (
        (
            f"There is a table of {n} × {n} weights for each of the {len(patterns)} heads. A row "
            "is a word that asks, a column a word that is asked. The stronger a cell’s colour, the "
            "larger the weight, and each row sums to 1. Stacked, the tables are one array of shape "
            f"({len(patterns)}, {n}, {n}): a layer a head, head 1 at the top.{origin}"
        ),
        f"Choose a word to see its row in every head. “{words[asking]}” looks at: {looks}.",
    )
