"""6.1, numbers in: which size is which, in three stories."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Sizes = NDArray[np.int64]


@dataclass(frozen=True)
class Story:
    """What a story tells.

    Attributes
    ----------
    asking, asked
        How many tokens ask, and how many are asked.
    token, key, value
        How many numbers a token's vector, a key and a value have.
    """

    asking: int
    asked: int
    token: int
    key: int
    value: int

    @property
    def sizes(self) -> Sizes:
        """N, M, d_k and d_v."""
        return np.array([self.asking, self.asked, self.key, self.value])


WORDS = ("please", "feed", "the", "cat", "before", "you", "leave", "on", "Monday")
QUESTION, ANSWER, NEWEST = 18, 3, 1
CACHED = 23

STORIES = {
    "message": Story(len(WORDS), len(WORDS), token=32, key=6, value=10),
    "subtitle": Story(5, 14, token=48, key=12, value=20),
    "reply": Story(NEWEST, QUESTION + ANSWER + NEWEST, token=40, key=8, value=CACHED - 8),
}


def oracle() -> dict[str, Sizes]:
    """Count in each story."""
    return {name: story.sizes for name, story in STORIES.items()}


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return one check for each story; there is nothing to draw."""
    labels = {
        "message": "a message that reads itself",
        "subtitle": "a translation that asks its original",
        "reply": "one new token and a cache",
    }
    return tuple(Check(label, (Case(()),), part=part) for part, label in labels.items())


def wrong(
    change: Callable[[Story], tuple[int, int, int, int]], *parts: str
) -> Callable[[], dict[str, Sizes]]:
    """Return the sizes that a mistake gives in some of the stories, or in all."""

    def result() -> dict[str, Sizes]:
        return {part: np.array(change(STORIES[part])) for part in parts or STORIES}

    return result


MISTAKES = (
    Mistake(
        "N and M are exchanged. N counts the tokens that ask, M the tokens that are asked.",
        wrong(lambda s: (s.asked, s.asking, s.key, s.value), "subtitle", "reply"),
    ),
    Mistake(
        "d_k and d_v are exchanged. Keys are d_k wide, as the queries are, and values d_v.",
        wrong(lambda s: (s.asking, s.asked, s.value, s.key)),
    ),
    Mistake(
        "that is how wide the vector of a token is, d_model, and not d_k. Queries and keys are "
        "made from it, and have a width of their own.",
        wrong(lambda s: (s.asking, s.asked, s.token, s.value)),
    ),
    Mistake(
        "that is how wide the vector of a token is, d_model, and not d_v. Values are made from it, "
        "and have a width of their own.",
        wrong(lambda s: (s.asking, s.asked, s.key, s.token)),
    ),
    Mistake(
        "d_k and d_v are both taken to be the width of a token's vector, d_model. Queries, keys "
        "and values are made from it, and have widths of their own.",
        wrong(lambda s: (s.asking, s.asked, s.token, s.token)),
    ),
    Mistake(
        "the decoder's own tokens aren't asked here, they ask. The keys come from the encoder, so "
        "M counts its tokens.",
        wrong(lambda s: (s.asking, s.asking, s.key, s.value), "subtitle"),
    ),
    Mistake(
        "the encoder's tokens don't ask here, they are asked. The queries come from the decoder, "
        "so N counts its tokens.",
        wrong(lambda s: (s.asked, s.asked, s.key, s.value), "subtitle"),
    ),
    Mistake(
        "the tokens of both sides are counted together as those that are asked. The keys come "
        "from the encoder alone.",
        wrong(lambda s: (s.asking, s.asking + s.asked, s.key, s.value), "subtitle"),
    ),
    Mistake(
        "the new token isn't counted among those that are asked. Its own key is in the cache too.",
        wrong(lambda s: (s.asking, s.asked - NEWEST, s.key, s.value), "reply"),
    ),
    Mistake(
        "here all tokens ask. The earlier ones have done so before; now only the new one asks.",
        wrong(lambda s: (s.asked, s.asked, s.key, s.value), "reply"),
    ),
    Mistake(
        "the tokens of the question are missing among those that are asked. The cache keeps their "
        "keys as well.",
        wrong(lambda s: (s.asking, s.asked - QUESTION, s.key, s.value), "reply"),
    ),
    Mistake(
        "what the cache holds for a token is a key and a value together. Take the key's width off "
        "to find d_v.",
        wrong(lambda s: (s.asking, s.asked, s.key, CACHED), "reply"),
    ),
    Mistake(
        "one word is missing. Every word counts, the short ones too.",
        wrong(lambda s: (s.asking - 1, s.asked - 1, s.key, s.value), "message"),
    ),
)


def remark(cases: Sequence[Case], returned: Sequence[object]) -> str:
    """Notice sizes with a fraction."""
    for value in returned:
        if not isinstance(value, list | tuple | np.ndarray):
            return ""
        numbers = [n for n in value if isinstance(n, float | np.floating)]
        if all(number == round(number) for number in numbers if np.isfinite(number)):
            return ""
    return "a size counts something, tokens or numbers, so it is a whole number."


EXERCISE = Exercise(
    number="6.1b",
    title="The sizes behind three stories",
    function="sizes",
    parameters=(),
    file="e6_1b_sizes.py",
    points=2,
    hint=(
        "Ask four questions of each story, in this order. Who asks? Who is asked, and does that "
        "include those who ask? How many numbers are compared? How many are handed over?"
    ),
    reread="section 6.1, “The question attention answers”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    remark=remark,
    by_hand=True,
)
