"""6.4, the causal mask, also where there are more keys than queries."""

import math
from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Mask = NDArray[np.float64]


def oracle(n_queries: int, n_keys: int) -> Mask:
    """Count: query i stands at position i + (M − N) and sees the keys up to there."""
    mask = np.empty((n_queries, n_keys))
    for i in range(n_queries):
        position = i + (n_keys - n_queries)
        for j in range(n_keys):
            mask[i, j] = 0.0 if j <= position else -math.inf
    return mask


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return square masks, wide ones, and one query alone."""
    drawn = []
    for _ in range(3):
        n_queries = int(rng.integers(2, 6))
        drawn.append(Case((n_queries, n_queries + int(rng.integers(1, 6)))))
    return (
        Check("as many keys as queries", (Case((1, 1)), Case((2, 2)), Case((3, 3)), Case((5, 5)))),
        Check("more keys than queries", (Case((2, 3)), Case((2, 4)), Case((3, 7)), *drawn)),
        Check("one query, the newest token", (Case((1, 2)), Case((1, 6)))),
        Check(
            "more queries than keys",
            (
                Case((2, 1), "the first query stands before the only key and would see nothing"),
                Case((5, 3), "the first two queries stand before every key and would see nothing"),
            ),
        ),
    )


def hiding(
    hidden: Callable[[int, int], NDArray[np.bool_]], fill: float = -np.inf, rest: float = 0.0
) -> Callable[[int, int], NDArray[np.float64]]:
    """Return a mask function that puts `fill` where `hidden` says so, and `rest` elsewhere."""

    def mask(n_queries: int, n_keys: int) -> NDArray[np.float64]:
        return np.where(hidden(n_queries, n_keys), fill, rest)

    return mask


def _future(n: int, m: int) -> NDArray[np.bool_]:
    return np.triu(np.ones((n, m), np.bool_), k=1 + m - n)


def _corner(n: int, m: int) -> NDArray[np.bool_]:
    return np.triu(np.ones((n, m), np.bool_), k=1)


def _other_way(n: int, m: int) -> NDArray[np.bool_]:
    return np.triu(np.ones((n, m), np.bool_), k=1 + n - m)


def _with_itself(n: int, m: int) -> NDArray[np.bool_]:
    return np.triu(np.ones((n, m), np.bool_), k=m - n)


def _wide_corner(n: int, m: int) -> NDArray[np.bool_]:
    return np.triu(np.ones((n, m), np.bool_), k=2 + m - n)


def _past(n: int, m: int) -> NDArray[np.bool_]:
    return np.tril(np.ones((n, m), np.bool_), k=m - n - 1)


def _not_future(n: int, m: int) -> NDArray[np.bool_]:
    return ~_future(n, m)


def _distant_past(n: int, m: int) -> NDArray[np.bool_]:
    return np.tril(np.ones((n, m), np.bool_), k=m - n - 3) | _future(n, m)


def _times_infinity(n: int, m: int) -> NDArray[np.float64]:
    return np.where(_future(n, m), -np.inf, np.nan)


MISTAKES = (
    Mistake(
        "this is exactly the mask that is counted from the top left corner. The queries are the "
        "last tokens, so the last query sees the last key: count from the bottom right.",
        hiding(_corner),
        in_part=True,
    ),
    Mistake(
        "this is exactly the mask with M − N taken off instead of added. Query i stands at "
        "position i + (M − N).",
        hiding(_other_way),
    ),
    Mistake(
        "this is exactly the mask that hides the diagonal as well. A token may see itself.",
        hiding(_with_itself),
    ),
    Mistake(
        "this is exactly the mask that shows one token of the future.",
        hiding(_wide_corner),
    ),
    Mistake(
        "this is exactly the mask that hides the past and shows the future.",
        hiding(_past),
    ),
    Mistake(
        "this hides what lies further back than two tokens as well, as a sliding window does. A "
        "causal mask hides the future and nothing else.",
        hiding(_distant_past),
    ),
    Mistake(
        "0 and −∞ are exchanged. What is added to an allowed score is 0.",
        hiding(_not_future),
    ),
    Mistake(
        "0 times −∞ is NaN, so a table of 0 and 1 cannot be multiplied by −∞. Choose with "
        "`numpy.where` instead.",
        _times_infinity,
    ),
    Mistake(
        "a mask of 1 for allowed and 0 for hidden would only be added to the scores, and hide "
        "nothing. Allowed is 0, hidden is −∞.",
        hiding(_future, fill=0.0, rest=1.0),
    ),
    Mistake(
        "a mask of 0 for allowed and 1 for hidden would only be added to the scores, and hide "
        "nothing. Hidden is −∞.",
        hiding(_future, fill=1.0),
    ),
    Mistake(
        "−1e9 is not −∞. A score may be lower still, and then a hidden key gets all the weight.",
        hiding(_future, fill=-1e9),
    ),
    Mistake(
        "+∞ shows what it should hide, and nothing else: added to a score, it wins over all the "
        "others. Hidden is −∞.",
        hiding(_future, fill=np.inf),
    ),
    Mistake(
        "a mask of True and False has to be read by whoever adds it. Asked for is the one that "
        "is added: 0 where allowed, −∞ where hidden.",
        lambda n_queries, n_keys: ~_future(n_queries, n_keys),
    ),
    Mistake(
        "True where a key is hidden is a mask turned round, and has to be read by whoever adds "
        "it. Asked for is the one that is added: 0 where allowed, −∞ where hidden.",
        _future,
    ),
    Mistake(
        "the mask lies on its side. Each query has a row, each key a column.",
        lambda n_queries, n_keys: hiding(_future)(n_queries, n_keys).T,
    ),
    Mistake(
        "this is the square mask of the queries alone. It needs a column for every key.",
        lambda n_queries, n_keys: hiding(_future)(n_queries, n_queries),
    ),
)

EXERCISE = Exercise(
    number="6.4a",
    title="The causal mask",
    function="causal_mask",
    parameters=("n_queries", "n_keys"),
    file="e6_4a_causal_mask.py",
    points=3,
    hint=("At which position among the M tokens does the last query stand? And the first?"),
    reread="section 6.4, “Masks”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
