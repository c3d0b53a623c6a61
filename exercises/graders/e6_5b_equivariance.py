"""6.5, a test that decides whether a function can see the order of its tokens."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake
from graders.wire import Fresh, Named

Tokens = NDArray[Any]

_MANY = 140


def oracle(function: Named, n_tokens: int, d_model: int, rng: Fresh) -> bool:
    """Try every order of some tokens, and compare number by number."""
    f = function.resolve()
    x = rng.resolve().normal(size=(n_tokens, d_model))
    plain = f(x).tolist()
    for order in itertools.permutations(range(n_tokens)):
        shuffled = f(x[list(order)]).tolist()
        for place, token in enumerate(order):
            for a, b in zip(shuffled[place], plain[token], strict=True):
                if not math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9):
                    return False
    return True


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return functions that see the order of their tokens, and functions that do not.

    The tokens are the submission's own, drawn without a seed. A test that tries three random orders
    takes two tokens for unordered once in eight times, hence the many times.
    """

    def case(name: str, n_tokens: int, d_model: int, refused: str = "") -> Case:
        function = Named("graders.token_functions", name)
        return Case((function, n_tokens, d_model, Fresh()), refused)

    return (
        Check(
            "blind to order",
            (
                case("each_alone", 3, 2),
                case("unchanged", 3, 4),
                case("all_average", 4, 2),
                case("self_attention", 4, 3),
                case("rank", 5, 2),
            ),
        ),
        Check("one token", (case("self_attention", 1, 3), case("last_raised", 1, 2))),
        Check(
            "two tokens, many times",
            tuple(case("first_doubled", 2, 3) for _ in range(_MANY))
            + tuple(case("self_attention", 2, 3) for _ in range(3)),
        ),
        Check(
            "aware of order",
            (
                case("first_doubled", 3, 2),
                case("last_raised", 3, 2),
                case("causal_attention", 4, 3),
                case("with_positions", 4, 3),
                case("running_average", 5, 2),
                case("reversed_tokens", 3, 2),
            ),
        ),
        Check(
            "aware of order, but not of every change of it",
            (
                case("in_a_ring", 3, 2),
                case("with_both_neighbours", 3, 2),
                case("sorted_tokens", 3, 2),
                case("in_a_ring", 5, 2),
                case("with_both_neighbours", 5, 2),
            ),
        ),
        Check(
            "aware of order, but among the last tokens only",
            (case("last_with_the_one_before", 5, 2), case("raised_from_the_sixth", 6, 2)),
        ),
        Check(
            "aware of order, but not in every feature",
            (
                case("last_raised_by_a_difference", 3, 2),
                case("last_raised_by_its_last_feature", 3, 2),
                case("last_raised_in_its_last_feature", 3, 2),
                case("last_shifted_in_the_middle", 3, 4),
            ),
        ),
        # That forty features are all positive happens by chance once in 10¹² times.
        Check(
            "aware of order, where a feature is negative",
            (case("last_negative_doubled", 3, 40),),
        ),
        Check(
            "aware of order, by very little",
            (case("last_raised_a_little", 3, 2), case("last_a_millionth", 3, 2)),
        ),
        Check(
            "equal up to rounding",
            (case("rounded_off", 4, 3), case("nothing_but_rounding", 5, 4)),
        ),
        Check("no tokens", (case("self_attention", 0, 3, "there is no token to reorder"),)),
    )


def _normal(rng: Generator, n_tokens: int, d_model: int) -> Tokens:
    return rng.normal(size=(n_tokens, d_model))


def _positive(rng: Generator, n_tokens: int, d_model: int) -> Tokens:
    return np.abs(_normal(rng, n_tokens, d_model))


def _equal_features(rng: Generator, n_tokens: int, d_model: int) -> Tokens:
    # Of both signs, so that the result never depends on what was drawn.
    return np.repeat(np.linspace(-1, 2, n_tokens)[:, None], d_model, axis=1)


def _of_both_signs(rng: Generator, n_tokens: int, d_model: int) -> Tokens:
    return np.sin(1 + np.arange(n_tokens * d_model)).reshape(n_tokens, d_model)


def _first_alone(a: Tokens, b: Tokens) -> bool:
    return np.allclose(a[:, :1], b[:, :1])


def _exchanges(n: int, last: int) -> Iterable[Sequence[int]]:
    """Yield the exchanges of neighbours up to the token numbered `last`."""
    for first in range(min(n - 1, last)):
        yield [*range(first), first + 1, first, *range(first + 2, n)]


def deciding(
    orders: Callable[[int], Iterable[Sequence[int]]],
    *,
    tokens: Callable[[Generator, int, int], Tokens] = _normal,
    back: Callable[[Tokens, Sequence[int]], Tokens] = lambda y, order: y[list(order)],
    equal: Callable[[Tokens, Tokens], bool] = np.allclose,
    most: int = _MANY,
) -> Callable[[Named, int, int, Fresh], bool]:
    """Return a test that tries some orders of at most so many tokens, and compares somehow."""

    def decide(function: Named, n_tokens: int, d_model: int, rng: Fresh) -> bool:
        f = function.resolve()
        x = tokens(rng.resolve(), n_tokens, d_model)
        return all(equal(f(x[list(p)]), back(f(x), p)) for p in orders(min(n_tokens, most)))

    return decide


def _all(n: int) -> Iterable[Sequence[int]]:
    return itertools.permutations(range(n))


def _features(function: Named, n_tokens: int, d_model: int, rng: Fresh) -> bool:
    f = function.resolve()
    x = rng.resolve().normal(size=(n_tokens, d_model))
    shuffled, plain = f(x[:, ::-1]), f(x)[:, ::-1]
    return bool(np.allclose(shuffled, plain))


_ONE_FEATURE = (
    "this test compares the first feature only. A function may give order away in any feature: "
    "compare the whole rows."
)

_ALL_EQUAL = (
    "this test tries tokens that are all equal, and nobody can tell in which order they are."
)

MISTAKES = (
    Mistake(
        "this test asks whether the result stays the same when the tokens are reordered. That is "
        "invariance; equivariance asks whether the result is reordered in the same way.",
        deciding(_all, back=lambda y, order: y),
    ),
    Mistake(
        "this test reorders the result the wrong way back. If row i of the new tokens is the old "
        "row p[i], row i of the new result has to be the old result's row p[i].",
        deciding(_all, back=lambda y, order: y[np.argsort(order)]),
    ),
    Mistake(
        "this test asks for results that are equal to the last bit, or nearly. Sums in another "
        "order may be rounded differently: allow for that, with `numpy.allclose(a, b, rtol=0, "
        "atol=1e-9)`.",
        deciding(_all, equal=np.array_equal),
    ),
    Mistake(
        "this test allows for rounding only in proportion to the numbers. Where they should be 0 "
        "that allows nothing: `numpy.allclose(a, b, rtol=0, atol=1e-9)` lets differences up to "
        "1e-9 pass everywhere.",
        deciding(_all, equal=lambda a, b: np.allclose(a, b, rtol=1e-9, atol=0)),
    ),
    Mistake(
        "this test takes for equal what differs by a thousandth. Rounding is far smaller: allow "
        "for 1e-9.",
        deciding(_all, equal=lambda a, b: np.allclose(a, b, rtol=0, atol=1e-2)),
    ),
    Mistake(
        "this test takes for equal what differs by a millionth. Rounding is far smaller: allow "
        "for 1e-9.",
        deciding(_all, equal=lambda a, b: np.allclose(a, b, rtol=0, atol=1e-4)),
    ),
    Mistake(
        "this test only moves all tokens round in a ring. A function may take that well, and other "
        "orders not.",
        deciding(lambda n: [np.roll(range(n), k).tolist() for k in range(n)]),
    ),
    Mistake(
        "this test tries only the reversed order. A function may take that well, and other orders "
        "not.",
        deciding(lambda n: [range(n)[::-1]]),
    ),
    Mistake(
        "this test only exchanges the first two tokens. A function may take that well, and other "
        "orders not.",
        deciding(lambda n: [[1, 0, *range(2, n)][:n]] if n > 1 else []),
    ),
    Mistake(
        "this test reorders the first three tokens only. A function may look at the others: try "
        "all exchanges of neighbours, to the last.",
        deciding(partial(_exchanges, last=2)),
    ),
    Mistake(
        "this test tries three tokens at most. It is told how many to try, and a function may do "
        "something from the sixth on.",
        deciding(_all, tokens=lambda rng, n, d: _normal(rng, min(n, 3), d), most=3),
    ),
    Mistake(_ONE_FEATURE, deciding(_all, tokens=_of_both_signs, equal=_first_alone)),
    Mistake(_ONE_FEATURE, deciding(_all, tokens=_equal_features, equal=_first_alone)),
    Mistake(
        "this test tries tokens whose features are all equal. A function may look at how they "
        "differ: draw each feature by itself.",
        deciding(_all, tokens=_equal_features),
    ),
    Mistake(
        "this test tries no negative features. A function may do something to these alone: draw "
        "numbers of either sign.",
        deciding(_all, tokens=_positive),
    ),
    Mistake(
        "this test reorders the features, the columns. The tokens are the rows.",
        _features,
    ),
    Mistake(
        _ALL_EQUAL,
        deciding(_all, tokens=lambda rng, n, d: np.ones((n, d))),
    ),
    Mistake(
        _ALL_EQUAL,
        deciding(_all, tokens=lambda rng, n, d: np.zeros((n, d))),
    ),
    Mistake(
        "this test says True of every function.",
        lambda function, n_tokens, d_model, rng: True,
    ),
    Mistake(
        "this test says False of every function.",
        lambda function, n_tokens, d_model, rng: False,
    ),
)


def remark(cases: Sequence[Case], returned: Sequence[object]) -> str:
    """Notice a test that says now this and now that about one function."""
    said: dict[tuple[object, ...], set[bool]] = {}
    for case, value in zip(cases, returned, strict=True):
        if isinstance(value, bool | np.bool_):
            said.setdefault(case.arguments[:3], set()).add(bool(value))
    if any(len(answers) > 1 for answers in said.values()):
        return (
            "this test says now True and now False about one and the same function. A random "
            "order is often the old one, for two tokens half of the time: try many, or all "
            "exchanges of neighbours."
        )
    return ""


EXERCISE = Exercise(
    number="6.5b",
    title="A test for word order",
    function="is_permutation_equivariant",
    parameters=("function", "n_tokens", "d_model", "rng"),
    file="e6_5b_equivariance.py",
    points=4,
    hint=(
        "Every reordering can be reached by exchanging neighbours, one pair after the other. "
        "And what would you see if all tokens were equal?"
    ),
    reread="section 6.5, “Attention cannot see word order”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    remark=remark,
)
