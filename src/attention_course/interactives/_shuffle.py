"""Section 6.5: words that change places, and outputs that go with them."""

from collections.abc import Sequence
from math import gcd

import numpy as np

from attention_course._numbers import ROUNDING
from attention_course.examples import Sentence
from attention_course.experiments.word_changes import position_changes, word_changes
from attention_course.experiments.word_order import WordOrder
from attention_course.interactives._interactive import Interactive, plain, shown, table

_PLACES = 3
_DIGITS_OF_CHANGES = 3


def shuffle_words(
    sentence: Sentence, alone: WordOrder, placed: WordOrder, *, pair: tuple[str, str]
) -> Interactive:
    """Let the reader put the words of a sentence into any order, with and without positions.

    Parameters
    ----------
    sentence
        The words in the order of the start.
    alone, placed
        What attention gives in each of their orders, alone and with positions added.
    pair
        Two words. The sentence is compared with the one in which they have changed places, and the
        first of them is followed.

    Returns
    -------
    Interactive
        A card for each word. Its state: ``order``, the words' numbers as in ``04231``;
        ``positions`` and ``compare``, on or off.

    Raises
    ------
    ValueError
        If a word of `pair` is not in the sentence, if the outputs do not belong to its orders, or
        if those of `alone` change.

    Notes
    -----
    Section 6.5.

    Examples
    --------
    >>> from attention_course.examples import dog_bit_man
    >>> from attention_course.experiments.word_order import try_all_orders
    >>> sentence = dog_bit_man()
    >>> kinds = [try_all_orders(sentence.x, positions=positions) for positions in (False, True)]
    >>> shuffle_words(sentence, *kinds, pair=("dog", "man"))
    Interactive(tag='ac-shuffle', label='Shuffle the words: The dog bit the man')
    """
    words = sentence.words
    for word in pair:
        if word not in words:
            raise ValueError(f"pair: got {word!r}; expected a word of {' '.join(words)!r}")
    kinds = {"off": alone, "on": placed}
    for name, kind in zip(("alone", "placed"), kinds.values(), strict=True):
        if not np.array_equal(kind.orders, alone.orders) or kind.orders[0].tolist() != list(
            range(len(words))
        ):
            raise ValueError(
                f"{name}: got other orders; expected those of {len(words)} words, "
                "the same with positions as without"
            )
    if placed.outputs.shape != alone.outputs.shape:
        raise ValueError(
            f"placed: got outputs of shape {placed.outputs.shape}; "
            f"expected those of `alone`, {alone.outputs.shape}"
        )
    if (change := alone.changes.max()) > ROUNDING:
        raise ValueError(
            f"alone: got outputs that change by up to {change:.3g}; "
            "expected none to change, without a mask and without positions"
        )
    one, other = (words.index(word) for word in pair)
    swapped = np.arange(len(words))
    swapped[[one, other]] = other, one
    orders = ["".join(map(str, order)) for order in alone.orders.tolist()]
    changes = {setting: word_changes(kind) for setting, kind in kinds.items()}
    exchanged = orders.index("".join(map(str, swapped)))
    label = " ".join(words)
    return Interactive(
        tag="ac-shuffle",
        label=f"Shuffle the words: {label}",
        data={
            "words": words,
            "names": _names(words),
            "orders": orders,
            "shuffled": _next(len(orders)),
            "outputs": {setting: kind.outputs for setting, kind in kinds.items()},
            "changes": {
                setting: plain(change, _DIGITS_OF_CHANGES) for setting, change in changes.items()
            },
            "added": plain(position_changes(alone, placed)[:, one], _DIGITS_OF_CHANGES),
            "totals": {
                setting: plain(kind.changes, _DIGITS_OF_CHANGES) for setting, kind in kinds.items()
            },
            "largest": max(np.abs(kind.outputs).max() for kind in kinds.values()),
            "rounding": ROUNDING,
            "follow": one,
            "exchanged": exchanged,
        },
        fallback_html=table(
            f"outputs, attention alone ({' × '.join(map(str, alone.outputs[0].shape))})",
            alone.outputs[0],
            "value",
            rows=(words, ""),
            places=_PLACES,
        ),
        words=_in_words(
            label,
            " ".join(words[i] for i in swapped),
            pair[0],
            changes["on"][exchanged, one],
            kinds,
        ),
    )


def _in_words(
    first: str, second: str, followed: str, change: float, kinds: dict[str, WordOrder]
) -> Sequence[str]:
    most = {
        setting: shown(plain(kind.changes.max(), _DIGITS_OF_CHANGES))
        for setting, kind in kinds.items()
    }
    alone = (
        f"Each word of “{first}” has an output vector. Put the words into another order: each "
        "takes its output along, and no number changes. "
        f"Over all {len(kinds['off'].orders)} orders the largest change is {most['off']}, the "
        f"rounding of the last digit. So “{followed}” has one and the same output in “{first}” "
        f"and in “{second}”."
    )
    placed = (
        "With positions added, a word’s output depends on where it and the others stand. "
        f"Now the outputs of “{followed}” in the two sentences differ by up to "
        f"{shown(plain(change, _DIGITS_OF_CHANGES))}, and over all orders the largest change is "
        f"{most['on']}."
    )
    return alone, placed


def _names(words: Sequence[str]) -> list[str]:
    """Return the words, with a number where two would sound alike."""
    heard = [word.lower() for word in words]
    return [
        f"{word} ({heard[: n + 1].count(word.lower())})" if heard.count(word.lower()) > 1 else word
        for n, word in enumerate(words)
    ]


def _next(n: int) -> list[int]:
    """Return for each order the one that follows when shuffling; the way leads through all."""
    step = next(step for step in range(max(1, round(0.382 * n)), n + 2) if gcd(step, n) == 1)
    return [(i + step) % n for i in range(n)]
