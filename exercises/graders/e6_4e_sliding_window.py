"""6.4, the sliding window: the future is hidden, and what lies too far back."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Mask = NDArray[Any]
Truth = NDArray[np.bool_]


def oracle(n_queries: int, n_keys: int, window: int) -> Mask:
    """Count back from where each query stands, itself first, until the window is used up."""
    mask = np.full((n_queries, n_keys), -math.inf)
    for i in range(n_queries):
        position = i + (n_keys - n_queries)
        for back in range(window):
            if position - back >= 0:
                mask[i, position - back] = 0.0
    return mask


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return square masks, wide ones, one query alone, and windows of one and of too many."""
    square, wide = [], []
    for _ in range(3):
        n = int(rng.integers(5, 9))
        square.append(Case((n, n, int(rng.integers(2, n - 1)))))
        m = n + int(rng.integers(1, 5))
        wide.append(Case((n, m, int(rng.integers(2, m - 2)))))
    return (
        Check(
            "as many keys as queries",
            (Case((3, 3, 2)), Case((5, 5, 3)), *square, Case((12, 12, 7))),
        ),
        Check(
            "more keys than queries",
            (Case((2, 4, 2)), Case((2, 5, 3)), Case((3, 7, 3)), *wide, Case((9, 14, 7))),
        ),
        Check("one query, the newest token", (Case((1, 4, 2)), Case((1, 7, 3)))),
        Check("a window of one", (Case((3, 3, 1)), Case((2, 5, 1)))),
        Check(
            "a window wider than the text",
            (Case((2, 2, 3)), Case((3, 3, 7)), Case((2, 4, 4)), Case((3, 5, 40))),
        ),
        Check(
            "a window without keys",
            (
                Case((3, 3, 0), "with a window of 0 no query would see anything"),
                Case((2, 4, -1), "a window of −1 means nothing"),
            ),
        ),
        Check(
            "more queries than keys",
            (
                Case((2, 1, 2), "the first query stands before the only key and would see nothing"),
                Case((5, 3, 9), "the first two queries stand before every key and would see "
                     "nothing"),
            ),
        ),
    )  # fmt: skip


def _seeing(
    seen: Callable[[Mask, Mask, int], Truth],
    *,
    fill: float = -np.inf,
    rest: float = 0.0,
    corner: bool = False,
) -> Callable[[int, int, int], Mask]:
    """Return a mask function of each query's position, each key's position and the window.

    The queries are the last tokens, or the first ones if they are counted from the `corner`.
    """

    def mask(n_queries: int, n_keys: int, window: int) -> Mask:
        first = 0 if corner else n_keys - n_queries
        position = first + np.arange(n_queries)[:, None]
        return np.where(seen(position, np.arange(n_keys), window), rest, fill)

    return mask


def _window(p: Mask, j: Mask, w: int) -> Truth:
    return np.asarray((j <= p) & (j > p - w))


_right = _seeing(_window)


def _from_the_end(n_queries: int, n_keys: int, window: int) -> Mask:
    mask = np.full((n_queries, n_keys), -np.inf)
    for i in range(n_queries):
        end = i + n_keys - n_queries + 1
        mask[i, end - window : end] = 0.0
    return mask


MISTAKES = (
    Mistake(
        "this is exactly the mask in which a query sees one token too many: `window` tokens and "
        "itself. It is one of the tokens in its window.",
        _seeing(lambda p, j, w: (j <= p) & (j >= p - w)),
    ),
    Mistake(
        "this is exactly the mask in which a query sees one token too few. With a window of 2 it "
        "sees itself and the token before it.",
        _seeing(lambda p, j, w: (j <= p) & (j > p - w + 1)),
    ),
    Mistake(
        "this is exactly the mask that opens to both sides and shows the future. The window "
        "reaches back only.",
        _seeing(lambda p, j, w: np.abs(p - j) < w),
    ),
    Mistake(
        "this is exactly the mask that opens `window` tokens to both sides. The window reaches "
        "back only, and the query itself is one of its tokens.",
        _seeing(lambda p, j, w: np.abs(p - j) <= w),
    ),
    Mistake(
        "this is exactly the mask that is counted from the top left corner. The queries are the "
        "last tokens, so the last query sees the last key: count from the bottom right.",
        _seeing(_window, corner=True),
        in_part=True,
    ),
    Mistake(
        "this cuts the window to the number of queries. What a query sees are keys, and there may "
        "be more of them than queries.",
        lambda n_queries, n_keys, window: _right(n_queries, n_keys, min(window, n_queries)),
    ),
    Mistake(
        "this hides the distant past only. The future has to be hidden as well.",
        _seeing(lambda p, j, w: j > p - w),
    ),
    Mistake(
        "this is exactly the causal mask. The window does nothing yet: it hides what lies further "
        "back than `window` tokens.",
        _seeing(lambda p, j, w: j <= p),
    ),
    Mistake(
        "this is exactly the mask that shows the `window` tokens before a query, but not itself. "
        "Its window ends with itself.",
        _seeing(lambda p, j, w: (j < p) & (j >= p - w)),
    ),
    Mistake(
        "this is exactly the mask that looks ahead: itself and the tokens after it. The window "
        "reaches back.",
        _seeing(lambda p, j, w: (j >= p) & (j < p + w)),
    ),
    Mistake(
        "this cuts the text into blocks of `window` tokens, and a query sees its own block. The "
        "window moves along with the query.",
        _seeing(lambda p, j, w: (j <= p) & (j // w == p // w)),
    ),
    Mistake(
        "this shows the first `window` tokens. The window moves along with the query, and has its "
        "last tokens.",
        _seeing(lambda p, j, w: (j <= p) & (j < w)),
    ),
    Mistake(
        "0 and −∞ are exchanged. What is added to an allowed score is 0.",
        _seeing(_window, fill=0.0, rest=-np.inf),
    ),
    Mistake(
        "0 times −∞ is NaN, so a table of 0 and 1 cannot be multiplied by −∞. Choose with "
        "`numpy.where` instead.",
        _seeing(_window, rest=np.nan),
    ),
    Mistake(
        "a mask of 1 for allowed and 0 for hidden would only be added to the scores, and hide "
        "nothing. Allowed is 0, hidden is −∞.",
        _seeing(_window, fill=0.0, rest=1.0),
    ),
    Mistake(
        "−1e9 is not −∞. A score may be lower still, and then a hidden key gets all the weight.",
        _seeing(_window, fill=-1e9),
    ),
    Mistake(
        "a mask of True and False has to be read by whoever adds it. Asked for is the one that "
        "is added: 0 where allowed, −∞ where hidden.",
        lambda n_queries, n_keys, window: _right(n_queries, n_keys, window) == 0,
    ),
    Mistake(
        "the mask lies on its side. Each query has a row, each key a column.",
        lambda n_queries, n_keys, window: _right(n_queries, n_keys, window).T,
    ),
    Mistake(
        "this is the square mask of the queries alone. It needs a column for every key.",
        lambda n_queries, n_keys, window: _right(n_queries, n_queries, window),
    ),
    Mistake(
        "these are exactly the rows you get with a slice that begins before the first key. A "
        "negative start is counted from the end: begin at 0 at the earliest.",
        _from_the_end,
    ),
    Mistake(
        "with a window of 1 this shows the whole past. If a slice is to leave out nothing or take "
        "nothing, beware: `[-0:]` takes everything.",
        _seeing(lambda p, j, w: _window(p, j, w) | ((w == 1) & (j <= p))),
    ),
)

EXERCISE = Exercise(
    number="6.4e",
    title="The sliding window",
    function="sliding_window_mask",
    parameters=("n_queries", "n_keys", "window"),
    file="e6_4e_sliding_window.py",
    points=2,
    hint=(
        "Take one query and find out at which position it stands. Which is the last key that it "
        "sees, and which the first, with a window of 1? With a window of 2?"
    ),
    reread="section 6.4, “Masks”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
