"""6.1, shapes and roles: which shapes come out of attention."""

from typing import TypeAlias

from numpy.random import Generator

from graders.exercise import Case, Check, Exercise, Mistake

Shape: TypeAlias = tuple[int, int]
Pair: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


def oracle(query: Shape, key: Shape, value: Shape) -> Pair:
    """Count: one score for each query and key, one output for each query and value feature."""
    n_queries, n_keys = query[0], key[0]
    return (n_queries, n_keys), (n_queries, value[1])


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return shapes that agree, with four different sizes, and shapes that do not."""
    small = Case(((1, 2), (3, 2), (3, 4)))
    large = [
        Case(((n, d_k), (m, d_k), (m, d_v)))
        for n, m, d_k, d_v in (rng.permutation(range(2, 40))[:4].tolist() for _ in range(4))
    ]
    return (
        Check("four different sizes", (small, Case(((7, 5), (4, 5), (4, 2))), *large)),
        Check("self-attention, as many keys as queries", (Case(((3, 2), (3, 2), (3, 5))),)),
        Check(
            "queries and keys of different width",
            (
                Case(((2, 3), (2, 4), (2, 3)), "a query of width 3 has no dot product with a "
                     "key of width 4"),
                Case(((5, 2), (2, 5), (2, 5)), "a query of width 2 has no dot product with a "
                     "key of width 5"),
                Case(((3, 4), (2, 1), (2, 5)), "a query of width 4 has no dot product with a "
                     "key of width 1"),
            ),
        ),
        Check(
            "more values than keys, or fewer",
            (
                Case(((2, 3), (4, 3), (2, 3)), "4 keys need 4 values, and there are 2"),
                Case(((2, 3), (4, 3), (5, 3)), "4 keys need 4 values, and there are 5"),
            ),
        ),
    )  # fmt: skip


def _square_only(query: Shape, key: Shape, value: Shape) -> Pair:
    if query[0] != key[0]:
        raise ValueError
    return oracle(query, key, value)


MISTAKES = (
    Mistake(
        "the scores are the other way round. Each query has a row, each key a column.",
        lambda query, key, value: ((key[0], query[0]), (query[0], value[1])),
    ),
    Mistake(
        "the output has the width of the keys here. Its rows are averages of value rows, so it "
        "is d_v wide.",
        lambda query, key, value: ((query[0], key[0]), (query[0], key[1])),
    ),
    Mistake(
        "the output has a row for each key here. It has one for each query: the one who asks "
        "gets the answer.",
        lambda query, key, value: ((query[0], key[0]), (key[0], value[1])),
    ),
    Mistake(
        "the scores are square here. Each query is scored against every key, and N need not be M.",
        lambda query, key, value: ((query[0], query[0]), (query[0], value[1])),
    ),
    Mistake(
        "the scores keep the width d_k here. A dot product sums over it, and it is gone.",
        lambda query, key, value: ((query[0], query[1]), (query[0], value[1])),
    ),
    Mistake(
        "the two shapes are in the wrong order. The scores come first.",
        lambda query, key, value: ((query[0], value[1]), (query[0], key[0])),
    ),
    Mistake(
        "this is the shape of the output alone. The shape of the scores goes before it.",
        lambda query, key, value: (query[0], value[1]),
    ),
    Mistake(
        "good shapes are refused because there are more keys than queries, or fewer. N need not be "
        "M: any number of tokens may ask any other number.",
        _square_only,
    ),
)

EXERCISE = Exercise(
    number="6.1a",
    title="Which shapes come out",
    function="attention_shapes",
    parameters=("query_shape", "key_shape", "value_shape"),
    file="e6_1a_shapes.py",
    points=2,
    hint=(
        "Give every size its name first: N, M, d_k, d_v. Two of them appear in two of the shapes."
    ),
    reread="section 6.1, “The question attention answers”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
